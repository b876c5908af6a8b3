/// Pushes of every shape beside COPY of the same samples in the same batches.
struct IngestBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// The server.
    let calls: BenchCalls

    /// Measures every case, the cases in turns.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        let meter = try ProcessorMeter(calls)
        let psql = try PsqlBaseline(calls)
        if !psql.isInstalled {
            try progress.note("bench: ingest, without psql, as there is no \(psql.program)")
        }
        var rates = IngestCase.allCases.map { _ in IngestRates() }
        for repetition in 0..<plan.repetitions {
            for (index, form) in IngestCase.allCases.enumerated() {
                let name = form.name(plan)
                try progress.note("bench: ingest, repetition \(repetition + 1), \(name)")
                let work = form.work(plan, repetition: repetition)
                try measure(form, work, meter, &rates[index])
                if psql.isInstalled { try rates[index].psql(psql, work) }
            }
        }
        return zip(IngestCase.allCases, rates).flatMap { $1.figures($0.name(plan)) }
    }

    private func measure(
        _ form: IngestCase,
        _ work: IngestWork,
        _ meter: ProcessorMeter,
        _ rates: inout IngestRates
    ) throws {
        let ingest = HTTPIngest(calls: calls, form: form.form)
        let pushes = ingest.spell(work, for: try calls.createUsers(work.users))
        let copy = CopyBaseline(calls: calls)
        let users = work.strangers()
        let (copyTime, copyCost) = try meter.measure { try copy.run(work, users: users) }
        let (pushTime, pushCost) = try meter.measure { try ingest.run(pushes) }
        rates.append(copy: copyTime, copyCost, push: pushTime, pushCost, of: work.samples)
        rates.append(again: try ingest.run(pushes), of: work.samples)
    }
}

extension IngestWork {
    /// Users that nobody made, at random, as the server numbers users.
    func strangers() -> [Int64] { (0..<users).map { _ in Int64.random(in: 1...Int64.max) } }
}
