import Foundation
import TestSupport
import Testing

extension LifecycleTests {
    /// The ways to back up and restore that `docs/operations.md` describes.
    @Suite("Backup and restore")
    struct BackupTests {
        @Test(
            "A dump of a running server, restored into a new one, is the same server",
            .enabled(if: isInstalled("pg_dump") && isInstalled("pg_restore"))
        )
        func dump() async throws {
            let folder = try TemporaryFolder()
            let ledger = Ledger(StepBatches(SeededGenerator(seed: 1)))
            let first = try await Server.start(in: folder, data: "first")
            let person = try await Person(by: first.admin())
            try await push(to: first, as: person, into: ledger)
            let file = "\(folder.path)/tributary.dump"
            try await run(
                ["pg_dump", "--format", "custom", "--file", file] + Self.access(first) + [
                    "tributary"
                ],
                in: folder
            )
            #expect(try await first.stop() == 0)

            let empty = try await Server.start(in: folder, data: "second")
            try await run(
                ["pg_restore", "--clean", "--if-exists", "--single-transaction"]
                    + Self.access(empty) + ["--dbname", "tributary", file],
                in: folder
            )
            #expect(try await empty.stop() == 0)
            try await check(data: "second", in: folder, as: person, ledger)
        }

        @Test("A copy of a stopped server's directory is the same server")
        func copy() async throws {
            let folder = try TemporaryFolder()
            let ledger = Ledger(StepBatches(SeededGenerator(seed: 1)))
            let first = try await Server.start(in: folder, data: "first")
            let person = try await Person(by: first.admin())
            try await push(to: first, as: person, into: ledger)
            #expect(try await first.stop() == 0)
            try await run(["cp", "-a", first.data.path, "\(folder.path)/second"], in: folder)
            let second = try await check(data: "second", in: folder, as: person, ledger)
            #expect(try second.adminToken() == first.data.adminToken())
        }

        private static func access(_ server: Server) -> [String] {
            ["--host", "\(server.data.path)/postgres/run", "--username", "tributary"]
        }

        private func push(to server: Server, as person: Person, into ledger: Ledger) async throws {
            let caller = try Caller(server.url, token: person.token)
            try await write(to: caller, into: ledger) {
                try await eventually("some batches are stored") { ledger.acknowledged.count > 10 }
            }
        }

        /// Starts a server on the directory, checks what it holds and stops it.
        @discardableResult
        private func check(
            data: String,
            in folder: TemporaryFolder,
            as person: Person,
            _ ledger: Ledger
        ) async throws -> DataFolder {
            let server = try await Server.start(in: folder, data: data)
            let caller = try Caller(server.url, token: person.token)
            try await Reckoning(caller: caller, ledger: ledger).check()
            #expect(try await server.stop() == 0)
            return server.data
        }

        private func run(_ command: [String], in folder: TemporaryFolder) async throws {
            let program = try Program(command: command, in: folder)
            #expect(try await program.waitForEnd() == 0)
            #expect(program.errors == "")
        }
    }
}

/// Whether a program is on the path.
private func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
}
