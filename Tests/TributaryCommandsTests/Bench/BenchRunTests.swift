import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

/// Every section from end to end, as small as it gets.
@Suite("A run of the benchmark", .offPool, .timeLimit(.minutes(5)))
struct BenchRunTests {
    private func figures(
        of section: BenchSection,
        batchSize: Int = 100
    ) async throws -> [BenchFigure] {
        let plan = BenchPlan(
            sections: [section],
            repetitions: 2,
            batches: 1,
            batchSize: batchSize,
            connections: 2,
            reads: 2,
            historyDays: 1,
            stepsADay: 3,
            scale: 1500,
            users: 5,
            hidden: [8, 40]
        )
        let progress = BenchProgress { _ in }
        let program = ServedProgram(path: try Program.path())
        let report = try await Bench(plan: plan, progress: progress, program: program).run()
        #expect(report.sections.map(\.section) == [section])
        #expect(report.facts.settings.contains { $0 == ("synchronous_commit", "on") })
        let figures = report.sections[0].figures
        #expect(Set(figures.map(\.name)).count == figures.count, "each name once")
        // What a session used that has ended is known by hundredths of a second only.
        let certain = figures.filter { !$0.name.hasSuffix("PostgreSQL") }
        #expect(certain.allSatisfy { ($0.spread.least ?? 0) > 0 }, "each is more than nothing")
        return figures
    }

    @Test("Ingest has COPY, psql, push, push again and the processor's time of every case")
    func ingest() async throws {
        let figures = try await figures(of: .ingest)
        let cases = IngestCase.allCases.count
        #expect(figures.count == 7 * cases)
        #expect(figures.filter { $0.name.hasSuffix(", psql") }.count == cases)
        #expect(figures.filter { $0.ratio?.baseline == "COPY" }.count == 4 * cases)
        #expect(figures.filter { $0.unit == "us/sample" }.count == 2 * cases)
    }

    @Test("Reads have both percentiles of every operation, and the growth with the history")
    func reads() async throws {
        let names = try await figures(of: .reads).map(\.name)
        for operation in ReadOperation.allCases where operation != .yearOfDays {
            let name = "\(operation.name), one month, 16 connections"
            #expect(names.contains("\(name), p50") && names.contains("\(name), p99"))
        }
        #expect(names.contains("daily totals of a year, one year, 1 connection, p50"))
        #expect(!names.contains { $0.hasPrefix("daily totals of a year, one month") })
        #expect(names.contains { $0.hasPrefix("page of 1000 samples") && $0.hasSuffix("growth") })
        #expect(names.contains { $0.contains("beside ingest") })
        // So short a history does not have the whole of the year.
        #expect(names.filter { $0.hasSuffix("CPU in the server") }.count == 7)
        #expect(names.filter { $0.hasSuffix("CPU in PostgreSQL") }.count == 7)
    }

    @Test("Storage counts a sample, a re-push and replacements")
    func storage() async throws {
        let figures = try await figures(of: .storage, batchSize: 1000)
        let sample = try #require(figures.first { $0.name == "sample, with indexes" })
        // The columns alone are 62 bytes, and two indexes have the user and 16 more.
        #expect(sample.spread.least ?? 0 > 110)
        #expect(sample.ratio?.spread.least ?? 0 > 1)
        let again = try #require(figures.first { $0.name.hasSuffix("all pushed again") })
        #expect(again.ratio?.spread.greatest ?? 9 < 1.5, "what is known takes no room")
        #expect(figures.contains { $0.name == "of it samples_pkey" })
        let replaced = try #require(figures.first { $0.name.hasPrefix("the same, replaced") })
        #expect(replaced.ratio?.spread.greatest ?? 0 > 1, "dead rows take room until VACUUM")
        let dead = try #require(figures.first { $0.name == "dead rows, all replaced once" })
        #expect((1...99).contains(dead.spread.median ?? 0), "percent")
        let indexes = try #require(figures.first { $0.name.hasPrefix("its indexes, replaced") })
        #expect(indexes.ratio?.baseline == "rebuilt")
        #expect(indexes.ratio?.spread.least ?? 0 > 1, "they hold what is gone")
    }

    @Test("A server that is a process of its own is found with its memory and threads")
    func process() async throws {
        let figures = try await figures(of: .process)
        let idle = try #require(figures.first { $0.name == "idle, resident" })
        #expect((5...1000).contains(idle.spread.median ?? 0), "megabytes")
        #expect(figures.contains { $0.name == "idle, threads" && $0.spread.least ?? 0 > 2 })
    }

    @Test("What is hidden is compared with nothing, of every read a client may make")
    func hidden() async throws {
        let figures = try await figures(of: .hidden)
        #expect(figures.count == 3 * HiddenRead.allCases.count)
        let compared = figures.filter { $0.ratio?.baseline == "none hidden" }
        #expect(compared.count == 2 * HiddenRead.allCases.count)
        #expect(figures.contains { $0.name == "sources, 40 hidden, p50" })
    }

    @Test("The scale curve has ingest and reads at every size, and all reads at the end")
    func scale() async throws {
        let figures = try await figures(of: .scale)
        let copies = figures.filter { $0.name.hasSuffix(", COPY") }
        #expect(copies.count == ScaleBench.steps(to: 1500).count)
        #expect(figures.filter { $0.ratio?.baseline == "COPY" }.count == copies.count)
        let names = figures.map(\.name)
        for connections in ["1 connection", "16 connections"] {
            let recent = "most recent value, \(connections), p99"
            let steps = names.filter { !$0.hasPrefix("among") && $0.hasSuffix(recent) }
            #expect(steps.count == copies.count)
        }
        #expect(
            names.contains { $0.hasPrefix("among") && $0.hasSuffix("one month, 1 connection, p50") }
        )
        #expect(names.contains { $0.hasPrefix("among") && $0.hasSuffix("beside ingest, p99") })
    }

    @Test("A run that is cancelled ends before the next thing it would do")
    func cancelled() throws {
        let lines = Mutex(0)
        let progress = BenchProgress { _ in lines.withLock { $0 += 1 } }
        try progress.note("one")
        progress.cancel()
        #expect(throws: CancellationError.self) { try progress.note("two") }
        #expect(lines.withLock { $0 } == 1)
    }

    @Test("A server that cannot be started ends the run with a line that says so")
    func noServer() async throws {
        let plan = BenchPlan(sections: [.process], repetitions: 1)
        let program = ServedProgram(path: "/bin/true")
        let bench = Bench(plan: plan, progress: BenchProgress { _ in }, program: program)
        await #expect(throws: CommandError.self) { try await bench.run() }
    }
}
