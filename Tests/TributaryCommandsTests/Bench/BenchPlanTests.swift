import Foundation
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
        #expect(plan.sections == [.engine, .ingest, .reads, .hidden, .storage, .process])
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

@Suite("The room a scale curve needs")
struct ScaleSpaceTests {
    @Test("It grows with the samples, those of the measurements included, and with the log")
    func bytes() {
        let small = BenchPlan(repetitions: 1, batches: 1, connections: 1, scale: 1000)
        // 3,000 samples of 400 bytes, and as much again for the log.
        #expect(ScaleSpace(small).bytes == 2_400_000)
        let large = BenchPlan(scale: 20_000_000)
        // 48,000 samples twice in each of five repetitions at four sizes.
        #expect(ScaleSpace(large).bytes == 21_920_000 * 400 + 3_000_000_000)
    }

    @Test("A disk with less is refused with a line that says both, one with as much is not")
    func check() throws {
        let space = ScaleSpace(BenchPlan(scale: 20_000_000))
        try space.check(free: space.bytes, in: "/tmp")
        let error = #expect(throws: CommandError.self) {
            try space.check(free: space.bytes - 1, in: "/tmp")
        }
        #expect(error?.description.contains("in /tmp") == true)
        #expect(error?.description.contains("TMPDIR") == true)
    }
}

@Suite("What psql is given")
struct PsqlBaselineTests {
    @Test("There is a copy for each batch, with a row for each sample and an end")
    func script() throws {
        let work = IngestWork(perWorker: 2, of: 3, workers: 1, seed: 1)
        let text = String(
            decoding: PsqlBaseline.script(work.workers[0], users: [42]),
            as: UTF8.self
        )
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2 * 5)
        #expect(lines.filter { $0.hasPrefix("\\copy samples (user_id, ") }.count == 2)
        #expect(lines.filter { $0 == "\\." }.count == 2)
        let columns = CopyBaseline.columns.split(separator: ",").count
        let rows = lines.filter { $0.hasPrefix("42,") }
        #expect(rows.count == 6)
        for row in rows {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            #expect(fields.count == columns)
        }
        #expect(Set(rows.map { $0.split(separator: ",")[6] }).count == 6, "positions differ")
    }
}

@Suite("The processor time of processes")
struct ProcessorTimeTests {
    @Test("A line about a process is taken apart, whatever its name")
    func line() throws {
        let text = "77 (a) b (c) S 12 77 0 0 -1 0 0 0 0 0 5 6 300 400 20 0 1 0 9 0 0"
        let line = try #require(ProcessLine(text))
        #expect(line.parent == 12)
        #expect(line.endedChildren == 7, "seven hundred hundredths")
        #expect(ProcessLine("77 (a) S") == nil)
        #expect(ProcessLine("") == nil)
    }

    @Test("This process has used some, and more after some work; one that is not has none")
    func own() throws {
        let before = try #require(ProcessorTime.own(of: getpid()))
        var sum = 0.0
        for number in 0..<200_000 { sum += Double(number).squareRoot() }
        let after = try #require(ProcessorTime.own(of: getpid()))
        #expect(sum > 0)
        #expect(before > 0 && after > before)
        #expect(ProcessorTime.own(of: 4_194_305) == nil, "no process has a number that high")
    }

    @Test("Costs are microseconds of one operation")
    func costs() {
        var costs = OperationCosts()
        costs.append(ProcessorMeter.Reading(server: 0.5, database: 2), operations: 1000)
        #expect(costs.server == [500])
        #expect(costs.database == [2000])
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

    @Test("Hidden samples are as many as asked for, and cross what is read", arguments: [48, 1000])
    func hidden(count: Int) {
        let samples = BenchHistory.hidden(count, BenchPlan()).prefix(count)
        #expect(samples.count == count)
        let may = BenchHistory.oneMonth.samples(stepsADay: 36).map(\.start)
        #expect(samples.allSatisfy { $0.start >= may[0] && $0.start <= may[may.count - 1] })
        let many = BenchHistory.hidden(100_000, BenchPlan())
        #expect((100_000...100_100).contains(many.count))
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
