/// What was measured of one way in which samples arrive, one value a repetition.
struct IngestRates: Sendable {
    private var copy: [Double] = []
    private var psql: [Double] = []
    private var push: [Double] = []
    private var again: [Double] = []
    private var copyCosts = OperationCosts()
    private var pushCosts = OperationCosts()

    /// Adds a repetition's COPY and first push, of seconds.
    mutating func append(
        copy copyTime: Double,
        _ copyCost: ProcessorMeter.Reading,
        push pushTime: Double,
        _ pushCost: ProcessorMeter.Reading,
        of samples: Int
    ) {
        copy.append(Double(samples) / copyTime)
        push.append(Double(samples) / pushTime)
        copyCosts.append(copyCost, operations: samples)
        pushCosts.append(pushCost, operations: samples)
    }

    /// Adds a repetition's second push, of seconds.
    mutating func append(again time: Double, of samples: Int) {
        again.append(Double(samples) / time)
    }

    /// Imports by psql what the others store, and adds the repetition.
    mutating func psql(_ baseline: PsqlBaseline, _ work: IngestWork) throws {
        let time = try baseline.run(work, users: work.strangers())
        psql.append(Double(work.samples) / time)
    }

    /// What the report says of it; nothing of psql where there is none.
    func figures(_ name: String) -> [BenchFigure] {
        let imports = [BenchFigure("\(name), psql", psql, "rows/s", over: "COPY", copy)]
        let again = BenchFigure("\(name), push again", again, "samples/s", over: "push", push)
        return [BenchFigure("\(name), COPY", copy, "rows/s")] + (psql.isEmpty ? [] : imports) + [
            BenchFigure("\(name), push", push, "samples/s", over: "COPY", copy), again,
            BenchFigure("\(name), CPU of COPY in PostgreSQL", copyCosts.database, "us/row"),
            BenchFigure(
                "\(name), CPU of push in PostgreSQL",
                pushCosts.database,
                "us/sample",
                over: "COPY",
                copyCosts.database
            ),
            BenchFigure(
                "\(name), CPU of push in the server",
                pushCosts.server,
                "us/sample",
                over: "COPY",
                copyCosts.database
            ),
        ]
    }
}
