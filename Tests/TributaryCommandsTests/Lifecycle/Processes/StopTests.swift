import Foundation
import HTTPClient
import Postgres
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("Starting and stopping")
    struct StopTests {
        @Test("A server starts, stops at a signal, and starts again where it was")
        func restart() async throws {
            let folder = try TemporaryFolder()
            let first = try await Server.start(in: folder)
            let token = try first.data.adminToken()
            #expect(mode(of: first.data.adminTokenFile) == 0o600)
            #expect(
                try String(contentsOfFile: first.data.addressFile, encoding: .utf8) == first.url
                    + "\n"
            )
            let person = try await Person(by: first.admin())
            #expect(try await first.stop(by: SIGTERM) == 0)
            #expect(first.program.output == #"{"event":"listening","url":"\#(first.url)"}"# + "\n")
            #expect(!first.data.hasAddress)
            #expect(first.data.databaseProcesses == [])

            let second = try await Server.start(in: folder)
            #expect(try second.data.adminToken() == token)
            let answer = try await Caller(second.url, token: person.token)
                .send("GET", "/v1/users/me/sources")
            #expect(answer.status == 200)
            #expect(try await second.stop(by: SIGINT) == 0)
            #expect(!second.data.hasAddress)
            #expect(second.data.databaseProcesses == [])
        }

        @Test("A request in flight gets its answer before the server ends")
        func draining() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            let caller = try Caller(server.url, token: person.token)
            let blocker = try StreamBlocker(server.data.connect())
            async let answer: PushAnswer = caller.read("POST", "/v1/users/me/samples", onePush)
            try await blocker.waitForWaiter()
            server.program.signal(SIGTERM)
            try await eventually("the server begins to stop") { !server.data.hasAddress }
            #expect(server.program.exitStatus == nil)
            try blocker.letGo()
            #expect(try await answer.stored == 1)
            #expect(try await server.program.waitForEnd() == 0)
            #expect(server.data.databaseProcesses == [])
        }

        @Test("A request that takes too long is told so, and the server ends all the same")
        func drainingTooLong() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder, options: ["--drain-seconds", "0"])
            let person = try await Person(by: server.admin())
            let caller = try Caller(server.url, token: person.token)
            let blocker = try StreamBlocker(server.data.connect())
            async let answer = caller.send("POST", "/v1/users/me/samples", onePush)
            try await blocker.waitForWaiter()
            #expect(try await server.stop() == 0)
            #expect(try await answer.status == 503)
            #expect(server.data.databaseProcesses == [])
            // The statement was ended by the end, not the other way round.
            #expect(server.data.databaseLog.contains("administrator command"))
            #expect(!server.data.databaseLog.contains("lock timeout"))
        }

        @Test("A statement that runs on in somebody else's database does not hold the end up")
        func drainingElsewhere() async throws {
            try await withDatabase { database in
                let folder = try TemporaryFolder()
                let server = try await Server.start(
                    in: folder,
                    isPrepared: false,
                    options: ["--database-url", database.connectionString, "--drain-seconds", "0"]
                )
                let person = try await Person(by: server.admin())
                let caller = try Caller(server.url, token: person.token)
                let blocker = try StreamBlocker(database.connect())
                async let answer = caller.send("POST", "/v1/users/me/samples", onePush)
                try await blocker.waitForWaiter()
                #expect(try await server.stop() == 0)
                #expect(try await answer.status == 503)
                #expect(!server.data.hasAddress)
            }
        }

        @Test("A first start that is killed, then one that is stopped, do not spoil the next")
        func unfinishedStarts() async throws {
            let folder = try TemporaryFolder()
            let data = DataFolder(path: "\(folder.path)/data")
            let words = ["serve", "--port", "0", "--data-dir", data.path]
            let unfinished = "\(data.path)/postgres/postgres.new"
            let killed = try Program(words, in: folder)
            try await eventually("the cluster is being made") {
                FileManager.default.fileExists(atPath: "\(unfinished)/base")
            }
            killed.signal(SIGKILL)
            #expect(try await killed.waitForEnd() == 128 + SIGKILL)

            let stopped = try Program(words, in: folder)
            try await eventually("the cluster is made anew") {
                !FileManager.default.fileExists(atPath: "\(unfinished)/base")
            }
            stopped.signal(SIGTERM)
            #expect(try await stopped.waitForEnd(within: .seconds(60)) == 0)
            #expect(data.databaseProcesses == [])
            #expect(!data.hasAddress)

            let server = try await Server.start(in: folder)
            #expect(try await server.stop() == 0)
        }

        @Test("A standard output that cannot be written to is no reason to end")
        func badOutput() async throws {
            let folder = try TemporaryFolder()
            for redirection in ["| true", ">&-", "> /dev/full"] {
                let server = try await Self.startBadly(redirection, in: folder)
                #expect(try await server.admin().send("GET", "/readyz").status == 200)
                let pid = try String(contentsOfFile: "\(folder.path)/pid", encoding: .utf8)
                kill(try #require(pid_t(pid.trimmingCharacters(in: .newlines))), SIGTERM)
                _ = try await server.program.waitForEnd()
                #expect(server.program.errors.split(separator: "\n").last == "0", "\(redirection)")
            }
        }

        /// Starts a server whose standard output goes nowhere, by way of a shell that notes its
        /// process number and prints its exit status.
        private static func startBadly(
            _ redirection: String,
            in folder: TemporaryFolder
        ) async throws -> Server {
            let data = DataFolder(path: "\(folder.path)/data")
            try await PreparedData.provide(data, in: folder)
            let script = "echo $$ > \(folder.path)/pid; exec \"$@\""
            let program = try Program(
                ["serve", "--port", "0", "--data-dir", data.path],
                in: folder,
                launcher: [
                    "/bin/sh", "-c",
                    "(/bin/sh -c '\(script)' sh \"$@\"; echo $? >&2) \(redirection)",
                    "sh",
                ]
            )
            try await eventually("the server listens, or ends", within: .seconds(60)) {
                data.hasAddress || program.exitStatus != nil
            }
            let url = try String(contentsOfFile: data.addressFile, encoding: .utf8)
            return Server(
                program: program,
                data: data,
                url: url.trimmingCharacters(in: .newlines)
            )
        }
    }
}

/// A push of one sample.
private let onePush = StepBatch(
    number: 1,
    samples: [
        Steps(
            uuid: "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f",
            start: 0,
            length: 1,
            count: 1,
            isWatch: false
        )
    ]
).json

/// A transaction that holds what every writer of any user needs first.
private struct StreamBlocker {
    private let connection: Connection

    /// Takes the rows that order the users' changes.
    init(_ connection: Connection) throws {
        self.connection = connection
        try connection.script("BEGIN; SELECT 1 FROM user_streams FOR UPDATE")
    }

    /// Waits until a writer waits for it.
    func waitForWaiter() async throws {
        let waiting = Statement("waiting", "SELECT count(*) FROM pg_locks WHERE NOT granted")
        try await eventually("a writer waits") { try connection.run(waiting).int8(0, 0) > 0 }
    }

    /// Lets the writers go on.
    func letGo() throws {
        try connection.script("COMMIT")
    }
}
