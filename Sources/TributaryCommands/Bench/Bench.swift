/// A run of the benchmark: its sections one after the other, each with a server of its own.
struct Bench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// Hears what is done next.
    let progress: BenchProgress
    /// The program that is run where a server has to be a process of its own.
    var program = ServedProgram.thisProgram

    /// Measures everything.
    func run() async throws -> BenchReport {
        try await withTaskCancellationHandler {
            var report = BenchReport(plan: plan)
            if plan.sections.contains(.scale) { try ScaleSpace(plan).check(progress) }
            report.facts.settings = try await TemporaryServer(name: "bench").run { server in
                try BenchFacts.settings(of: BenchCalls(server).connection())
            }
            for section in plan.sections {
                try progress.note("bench: \(section.rawValue)")
                report.sections.append((section, try await figures(of: section)))
            }
            report.facts.loadAfter = BenchMachine.load()
            return report
        } onCancel: {
            progress.cancel()
        }
    }

    private func figures(of section: BenchSection) async throws -> [BenchFigure] {
        let (plan, progress) = (plan, progress)
        switch section {
        case .engine:
            return try await onThread { EngineBench(repetitions: plan.repetitions).run() }
        case .ingest:
            return try await measure { try IngestBench(plan: plan, calls: $0).run(progress) }
        case .reads:
            return try await measure { try ReadsBench(plan: plan, calls: $0).run(progress) }
        case .hidden:
            return try await measure { try HiddenBench(plan: plan, calls: $0).run(progress) }
        case .storage:
            let plain = try await measure { try StorageBench(plan: plan, calls: $0).run(progress) }
            let replaced = try await measure {
                try ReplacementBench(plan: plan, calls: $0).run(progress)
            }
            return plain + replaced
        case .process:
            return try await ProcessBench(plan: plan, program: program).run(progress)
        case .scale:
            return try await measure { try ScaleBench(plan: plan, calls: $0).run(progress) }
        }
    }

    /// Runs a closure beside a server that nobody used before, in a process of its own.
    private func measure(
        _ body: @escaping @Sendable (BenchCalls) throws -> [BenchFigure]
    ) async throws -> [BenchFigure] {
        let program = program
        return try await onThread {
            let parent = TemporaryDirectory.standardParent
            let directory = try TemporaryDirectory(named: "bench", in: parent)
            defer { directory.remove() }
            let server = try program.serve(ServerDirectory(path: directory.path))
            defer { server.stop() }
            return try body(server.calls)
        }
    }
}
