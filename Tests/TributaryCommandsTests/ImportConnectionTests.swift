import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Imports with several pushes under way", .offPool, .timeLimit(.minutes(2)))
struct ImportConnectionTests {
    private static let stored =
        #"{"stored":2000,"replaced":0,"duplicate":0,"ignored":0,"rejected":0,"outcomes":[]}"#

    /// Imports an export of so many records from a server that plays a part.
    private func run(
        _ records: Int,
        _ words: [String],
        on server: ScriptedServer,
        to output: CollectedOutput
    ) async throws {
        let directory = TemporaryDirectory()
        let file = try directory.write(LargeExport.text(records: records).utf8, as: "export.xml")
        try await server.run { url in
            let arguments = try Arguments(
                [file, "--user", "u", "--server", url, "--token", "t"] + words,
                of: ImportCommand.appleHealth,
                environment: [:]
            )
            _ = try await ImportCommand.run(arguments, console: output.console())
        }
    }

    @Test("As many are under way as was asked for, and never more", arguments: 1...4)
    func bound(connections: Int) async throws {
        let meeting = Meeting(of: connections)
        let server = ScriptedServer { path, _ in
            if path.hasSuffix("sources") { return .init(status: 200, body: #"{"sources":[]}"#) }
            await meeting.attend()
            return .init(status: 200, body: Self.stored)
        }
        let output = CollectedOutput()
        // Twelve pushes, so that any of these numbers of connections meets to the last.
        try await run(24_000, ["--connections", "\(connections)"], on: server, to: output)
        #expect(output.out.contains("24,000 samples read"))
        #expect(server.paths.count == 1 + 12)
        #expect(meeting.most == connections)
    }

    @Test("What is under way when a push fails is waited for and counted")
    func failureBesideAnother() async throws {
        let refusal = Meeting(of: 2)
        let server = ScriptedServer { path, count in
            if path.hasSuffix("sources") { return .init(status: 200, body: #"{"sources":[]}"#) }
            if count == 1 {
                return .init(status: 403, body: #"{"code":"forbidden","detail":"Oh."}"#)
            }
            // Not before the other one's refusal is on its way.
            if count == 0 { await refusal.attend() }
            return .init(status: 200, body: Self.stored)
        } finished: { status in
            if status == 403 { Task { await refusal.attend() } }
        }
        let output = CollectedOutput()
        let error = await #expect(throws: CommandError.self) {
            try await run(20_000, [], on: server, to: output)
        }
        #expect(error?.description == "forbidden: Oh.")
        // On their way, the answers may change places; then more pushes may begin.
        let pushes = server.paths.count - 1
        #expect(pushes >= 2)
        let stored = "\((pushes - 1) * 2),000"
        #expect(output.row("stepCount").prefix(3) == ["stepCount", stored, stored])
        #expect(output.out.contains("\(stored) samples read"))
        #expect(output.out.contains("2,000 more were in pushes that failed."))
    }

    @Test("Another number of connections is refused", arguments: ["0", "5", "two"])
    func refused(number: String) async throws {
        let arguments = try Arguments(
            [AppleFixture.path("ios9-sample.xml"), "--dry-run", "--connections", number],
            of: ImportCommand.appleHealth,
            environment: [:]
        )
        let error = await #expect(throws: UsageError.self) {
            try await ImportCommand.run(arguments, console: CollectedOutput().console())
        }
        #expect(error?.description.contains("--connections must be") == true)
    }
}

/// Lets tasks go on only in groups of a size.
private final class Meeting: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var present = 0
        var most = 0
    }

    private let size: Int
    private let state = Mutex(State())

    init(of size: Int) { self.size = size }

    /// The most that were there at once.
    var most: Int { state.withLock { $0.most } }

    /// Waits until enough are there, then leaves.
    func attend() async {
        await withCheckedContinuation { task in
            let group = state.withLock { state in
                state.present += 1
                state.most = max(state.most, state.present)
                state.waiting.append(task)
                guard state.waiting.count == size else {
                    return [CheckedContinuation<Void, Never>]()
                }
                defer { state.waiting = [] }
                return state.waiting
            }
            for task in group { task.resume() }
        }
        state.withLock { $0.present -= 1 }
    }
}
