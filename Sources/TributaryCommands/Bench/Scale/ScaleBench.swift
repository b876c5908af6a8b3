import HTTPClient
import Postgres

/// Ingest and reads in a store that grows tenfold from step to step; at its end all of `reads`.
///
/// The read history is always the same; what grows is what others have. COPY writes for the same
/// users as the pushes do, so that both find the same indexes in their way.
struct ScaleBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// A server on which nothing was stored.
    let calls: BenchCalls

    /// Fills the store step by step and measures at each.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        try ReadTimer(calls: calls, count: 1).precompute()
        let history = BenchHistory.long(plan.historyDays)
        let subject = try ReadSubject(history, plan, calls)
        let meter = try ProcessorMeter(calls)
        var crowd = try ScaleCrowd(plan, calls)
        var stored = 0
        var figures: [BenchFigure] = []
        for target in Self.steps(to: plan.scale) {
            try fill(&crowd, &stored, to: target, progress)
            let size = NumberText.whole(stored)
            try progress.note("bench: scale, measured at \(size)")
            try calls.connection().script("VACUUM ANALYZE")
            let step = try measure(&crowd, &stored, subject, meter, progress)
            figures += step.figures("\(size) samples")
        }
        let size = NumberText.whole(stored)
        let reads = try ReadsBench(plan: plan, calls: calls).run(progress)
        return figures + reads.map { $0.named("among \(size) samples, \($0.name)") }
    }

    /// Where it is measured: powers of ten in the last three decades, then the end.
    static func steps(to end: Int) -> [Int] {
        let powers = (3...9).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
        return powers.filter { $0 < end && $0 >= end / 1000 } + [end]
    }

    /// Stores in pieces of one repetition's size, so that there are never more bodies than of one.
    private func fill(
        _ crowd: inout ScaleCrowd,
        _ stored: inout Int,
        to target: Int,
        _ progress: BenchProgress
    ) throws {
        let ingest = HTTPIngest(calls: calls)
        var told = 0
        while stored < target {
            let wanted = (target - stored) / (plan.batchSize * plan.connections)
            let work = crowd.work(
                perWorker: min(max(wanted, 1), plan.batches),
                workers: plan.connections
            )
            let time = try ingest.run(ingest.spell(work, for: crowd.users))
            stored += work.samples
            // A line for each hundredth says enough.
            guard stored * 100 / plan.scale > told || stored >= target else { continue }
            told = stored * 100 / plan.scale
            let rate = NumberText.whole(Int(Double(work.samples) / time))
            let (now, end) = (NumberText.whole(stored), NumberText.whole(plan.scale))
            try progress.note("bench: scale, \(now) of \(end) stored, \(rate) a second")
        }
    }

    private func measure(
        _ crowd: inout ScaleCrowd,
        _ stored: inout Int,
        _ subject: ReadSubject,
        _ meter: ProcessorMeter,
        _ progress: BenchProgress
    ) throws -> ScaleStep {
        var step = ScaleStep()
        // Few enough that the size hardly changes while it is measured.
        let batches = min(max(stored / 1_000_000, 1), plan.batches)
        let ingest = HTTPIngest(calls: calls)
        for repetition in 1...plan.repetitions {
            try progress.note("bench: scale, repetition \(repetition)")
            let copied = crowd.work(perWorker: batches, workers: plan.connections)
            let copy = CopyBaseline(calls: calls)
            step.copy.append(Double(copied.samples) / (try copy.run(copied, users: crowd.numbers)))
            let pushed = crowd.work(perWorker: batches, workers: plan.connections)
            let pushes = ingest.spell(pushed, for: crowd.users)
            let (time, cost) = try meter.measure { try ingest.run(pushes) }
            step.push.append(Double(pushed.samples) / time)
            step.costs.append(cost, operations: pushed.samples)
            stored += copied.samples + pushed.samples
            for connections in ScaleStep.connections {
                try read(subject, connections: connections, &step)
            }
        }
        return step
    }

    private func read(_ subject: ReadSubject, connections: Int, _ step: inout ScaleStep) throws {
        let count = connections == 1 ? plan.reads : max(plan.reads / 10, 1)
        let timer = ReadTimer(calls: calls, count: count)
        for operation in ReadOperation.allCases where subject.answers(operation) {
            let kind = ScaleStep.Kind(operation: operation, connections: connections)
            let request = operation.request(user: subject.user)
            try step.bare[kind, default: ReadTimes()].append(
                timer.bareTimes(connections: connections)
            )
            try step.reads[kind, default: ReadTimes()].append(
                timer.times(of: request, connections: connections)
            )
        }
    }
}
