/// Pushes of every shape beside COPY of the same samples in the same batches.
struct IngestBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// The server.
    let calls: BenchCalls

    /// The samples of each second, one value a repetition.
    private struct Rates {
        var copy: [Double] = []
        var push: [Double] = []
        var again: [Double] = []
    }

    /// Measures every case, the cases in turns.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        var rates = IngestCase.allCases.map { _ in Rates() }
        for repetition in 0..<plan.repetitions {
            for (index, form) in IngestCase.allCases.enumerated() {
                let name = form.name(plan)
                try progress.note("bench: ingest, repetition \(repetition + 1), \(name)")
                try measure(form, repetition, &rates[index])
            }
        }
        return zip(IngestCase.allCases, rates).flatMap { figures($0, $1) }
    }

    private func measure(
        _ form: IngestCase,
        _ repetition: Int,
        _ rates: inout Rates
    ) throws {
        let work = form.work(plan, repetition: repetition)
        let ingest = HTTPIngest(calls: calls, form: form.form)
        let pushes = ingest.spell(work, for: try calls.createUsers(work.users))
        // At random, as the server numbers users.
        let others = (0..<work.users).map { _ in Int64.random(in: 1...Int64.max) }
        let samples = Double(work.samples)
        let copy = CopyBaseline(calls: calls)
        rates.copy.append(samples / (try copy.run(work, users: others)))
        rates.push.append(samples / (try ingest.run(pushes)))
        rates.again.append(samples / (try ingest.run(pushes)))
    }

    private func figures(_ form: IngestCase, _ rates: Rates) -> [BenchFigure] {
        let name = form.name(plan)
        return [
            BenchFigure("\(name), COPY", rates.copy, "rows/s"),
            BenchFigure("\(name), push", rates.push, "samples/s", over: "COPY", rates.copy),
            BenchFigure("\(name), push again", rates.again, "samples/s", over: "push", rates.push),
        ]
    }
}
