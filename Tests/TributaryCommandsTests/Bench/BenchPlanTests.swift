import Testing

@testable import TributaryCommands

@Suite("What a benchmark is asked for")
struct BenchPlanTests {
    private func plan(_ words: [String]) throws -> BenchPlan {
        try BenchPlan(Arguments(words, of: BenchCommand.command, environment: [:]))
    }

    @Test("Unless told otherwise everything is measured but what takes long")
    func usual() throws {
        let plan = try plan([])
        #expect(plan.sections == [.engine, .ingest, .reads, .storage, .process])
        #expect(plan.repetitions == BenchPlan().repetitions)
        #expect(plan.samples == BenchPlan().samples)
        #expect(plan.reads == BenchPlan().reads)
        #expect(plan.historyDays == BenchPlan().historyDays)
        #expect(plan.scale == BenchPlan().scale)
        #expect(plan.users == BenchPlan().users)
    }

    @Test("Sections are run in their order, each once, whatever the order they are named in")
    func sections() throws {
        #expect(try plan(["--only", "reads,ingest,reads"]).sections == [.ingest, .reads])
        #expect(try plan(["--only=scale"]).sections == [.scale])
    }

    @Test(
        "A section that there is not is wrong usage",
        arguments: ["", "ingest,", "rates", "Ingest", "ingest reads"]
    )
    func unknownSection(list: String) {
        #expect(throws: UsageError.self) { try plan(["--only", list]) }
    }

    @Test(
        "Numbers have bounds",
        arguments: [
            ["--repetitions", "0"], ["--batches", "x"], ["--reads", "-1"], ["--scale", "999"],
            ["--users", "0"], ["--history-days", "3651"], ["--connections", "65"],
        ]
    )
    func bounds(words: [String]) {
        #expect(throws: UsageError.self) { try plan(words) }
    }

    @Test("The scale curve has the powers of ten of three decades, and its end")
    func steps() {
        #expect(ScaleBench.steps(to: 20_000_000) == [100_000, 1_000_000, 10_000_000, 20_000_000])
        #expect(ScaleBench.steps(to: 1_000_000) == [1000, 10_000, 100_000, 1_000_000])
        #expect(ScaleBench.steps(to: 1000) == [1000])
        #expect(ScaleBench.steps(to: 1500) == [1000, 1500])
    }
}

@Suite("What a benchmark stores")
struct BenchWorkloadTests {
    @Test("Work is shared out evenly, and users take turns", arguments: [1, 3, 8])
    func work(users: Int) {
        let work = IngestWork(perWorker: 3, of: 10, workers: 4, users: users, seed: 7)
        #expect(work.samples == 120)
        #expect(work.workers.map(\.count) == [3, 3, 3, 3])
        let batches = work.workers.joined()
        let counts = (0..<users).map { user in batches.filter { $0.user == user }.count }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
        #expect(Set(batches.flatMap(\.samples).map(\.uuid)).count == 120)
    }

    @Test("Cases of one repetition never share a sample, nor do repetitions")
    func seeds() {
        let plan = BenchPlan(batches: 1, batchSize: 100, connections: 2)
        let all = (0..<2).flatMap { repetition in
            IngestCase.allCases.filter { $0 != .backfill }.flatMap { form in
                form.work(plan, repetition: repetition).workers.joined().flatMap(\.samples)
            }
        }
        #expect(Set(all.map(\.uuid)).count == all.count)
    }

    @Test("A long history holds what all ask for, and is as long as was asked")
    func histories() {
        #expect(BenchHistory.long(3650).days.count == 3650)
        #expect(BenchHistory.long(3650).name == "ten years")
        let short = BenchHistory.long(1)
        #expect(short.days.lowerBound == BenchHistory.oneMonth.days.lowerBound)
        #expect(short.days.upperBound > BenchHistory.oneMonth.days.upperBound)
        let samples = BenchHistory.oneMonth.samples(stepsADay: BenchPlan().stepsADay)
        #expect(samples.count == 31 * 48)
        #expect(Set(samples.map(\.uuid)).count == samples.count)
        #expect(samples.filter { $0.type == .stepCount }.count > 1000, "a page is full")
    }
}
