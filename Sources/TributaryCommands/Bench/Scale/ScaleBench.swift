import HTTPClient

/// Ingest and reads in a store that grows tenfold from step to step.
///
/// The read history is always the same; what grows is what others have. COPY writes for the same
/// users as the pushes do, so that both find the same indexes in their way.
struct ScaleBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// A server on which nothing was stored.
    let calls: BenchCalls

    /// What is measured at a step.
    private struct Step {
        var copy: [Double] = []
        var push: [Double] = []
        /// The bare trips beside each operation.
        var bare: [ReadOperation: ReadTimes] = [:]
        var reads: [ReadOperation: ReadTimes] = [:]
    }

    /// Fills the store step by step and measures at each.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        let timer = ReadTimer(calls: calls, count: plan.reads)
        try timer.precompute()
        let history = BenchHistory.long(plan.historyDays)
        let subject = try ReadSubject(history, plan, calls)
        var crowd = try ScaleCrowd(plan, calls)
        var stored = 0
        var figures: [BenchFigure] = []
        for target in Self.steps(to: plan.scale) {
            try fill(&crowd, &stored, to: target, progress)
            let size = NumberText.whole(stored)
            try progress.note("bench: scale, measured at \(size)")
            let step = try measure(&crowd, &stored, subject, timer)
            figures += self.figures(step, "\(size) samples")
        }
        return figures
    }

    /// Where it is measured: powers of ten in the last three decades, then the end.
    static func steps(to end: Int) -> [Int] {
        let powers = (3...9).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
        return powers.filter { $0 < end && $0 >= end / 1000 } + [end]
    }

    private func fill(
        _ crowd: inout ScaleCrowd,
        _ stored: inout Int,
        to target: Int,
        _ progress: BenchProgress
    ) throws {
        let ingest = HTTPIngest(calls: calls)
        while stored < target {
            let wanted = (target - stored) / (plan.batchSize * plan.connections)
            let work = crowd.work(
                perWorker: min(max(wanted, 1), plan.batches),
                workers: plan.connections
            )
            let time = try ingest.run(ingest.spell(work, for: crowd.users))
            stored += work.samples
            let rate = NumberText.whole(Int(Double(work.samples) / time))
            try progress.note("bench: scale, \(NumberText.whole(stored)) stored, \(rate) a second")
        }
    }

    private func measure(
        _ crowd: inout ScaleCrowd,
        _ stored: inout Int,
        _ subject: ReadSubject,
        _ timer: ReadTimer
    ) throws -> Step {
        var step = Step()
        // Few enough that the size hardly changes while it is measured.
        let batches = min(max(stored / 1_000_000, 1), plan.batches)
        let ingest = HTTPIngest(calls: calls)
        for _ in 0..<plan.repetitions {
            let copied = crowd.work(perWorker: batches, workers: plan.connections)
            let copy = CopyBaseline(calls: calls)
            step.copy.append(Double(copied.samples) / (try copy.run(copied, users: crowd.numbers)))
            let pushed = crowd.work(perWorker: batches, workers: plan.connections)
            let pushes = ingest.spell(pushed, for: crowd.users)
            step.push.append(Double(pushed.samples) / (try ingest.run(pushes)))
            stored += copied.samples + pushed.samples
            for operation in ReadOperation.allCases where subject.answers(operation) {
                let request = operation.request(user: subject.user)
                try step.bare[operation, default: ReadTimes()].append(
                    timer.bareTimes(connections: 1)
                )
                try step.reads[operation, default: ReadTimes()].append(
                    timer.times(of: request, connections: 1)
                )
            }
        }
        return step
    }

    private func figures(_ step: Step, _ size: String) -> [BenchFigure] {
        let ingest = [
            BenchFigure("\(size), COPY", step.copy, "rows/s"),
            BenchFigure("\(size), push", step.push, "samples/s", over: "COPY", step.copy),
        ]
        return ReadOperation.allCases.reduce(into: ingest) { figures, operation in
            guard let reads = step.reads[operation], let bare = step.bare[operation] else { return }
            figures += reads.figures("\(size), \(operation.name)", over: bare)
        }
    }
}
