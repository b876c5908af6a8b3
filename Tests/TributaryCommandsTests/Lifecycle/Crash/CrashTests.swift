import Foundation
import HTTPClient
import Postgres
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("Crashes")
    struct CrashTests {
        @Test("Nothing acknowledged is lost or counted twice when the server is killed")
        func killedServer() async throws {
            var generator = SeededGenerator()
            print("killed server: seed \(generator.seed)")
            let folder = try TemporaryFolder()
            let ledger = Ledger(StepBatches(generator))
            var server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            for _ in 1...3 {
                let caller = try Caller(server.url, token: person.token)
                let goal = ledger.acknowledged.count + Int.random(in: 5...60, using: &generator)
                let pause = Duration.microseconds(Int.random(in: 0...20_000, using: &generator))
                try await write(to: caller, into: ledger) {
                    try await Self.waitForBatches(goal, ledger)
                    // Not to wait for anything: to hit the writers anywhere.
                    try await Task.sleep(for: pause)
                    server.program.signal(SIGKILL)
                }
                #expect(try await server.program.waitForEnd() == 128 + SIGKILL)
                server = try await Server.start(in: folder)
                try await verify(server.data, in: folder)
                let reader = try Caller(server.url, token: person.token)
                try await Reckoning(caller: reader, ledger: ledger).check()
            }
            try await verify(server.data, in: folder)
            #expect(try await server.stop() == 0)
        }

        @Test("A killed database comes back under the living server, with nothing lost")
        func killedDatabase() async throws {
            var generator = SeededGenerator()
            print("killed database: seed \(generator.seed)")
            let folder = try TemporaryFolder()
            let ledger = Ledger(StepBatches(generator))
            let server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            let caller = try Caller(server.url, token: person.token)
            try await write(to: caller, into: ledger) {
                for victim in Victim.allCases {
                    let goal = ledger.acknowledged.count + Int.random(in: 5...40, using: &generator)
                    try await Self.waitForBatches(goal, ledger)
                    let old = try #require(server.data.postmaster)
                    try victim.kill(of: server.data)
                    if victim == .postmaster {
                        try await eventually("there is a new server", within: .seconds(60)) {
                            server.data.postmaster.map { $0 != old } ?? false
                        }
                    }
                    try await Self.waitForBatches(ledger.acknowledged.count + 10, ledger)
                }
            }
            #expect(server.program.exitStatus == nil)
            try await verify(server.data, in: folder)
            try await Reckoning(caller: caller, ledger: ledger).check()
            #expect(try await server.stop() == 0)
            #expect(server.data.databaseProcesses == [])
            try await verify(server.data, in: folder)
            #expect(server.data.databaseProcesses == [])
        }

        @Test("A database that cannot come back ends the server, and loses nothing by it")
        func lostDatabase() async throws {
            let folder = try TemporaryFolder()
            let ledger = Ledger(StepBatches(SeededGenerator(seed: 1)))
            let server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            let caller = try Caller(server.url, token: person.token)
            try await write(to: caller, into: ledger) { try await Self.waitForBatches(5, ledger) }
            let control = "\(server.data.cluster)/global/pg_control"
            #expect(rename(control, control + ".away") == 0)
            try Victim.postmaster.kill(of: server.data)
            try await eventually("the database is gone") { server.data.databaseProcesses == [] }
            #expect(try await caller.send("GET", "/readyz").status == 503)
            #expect(try await server.program.waitForEnd(within: .seconds(60)) == 1)
            #expect(server.program.errors.contains(#""event":"databaseFailed""#))
            #expect(server.data.databaseProcesses == [])
            #expect(!server.data.hasAddress)

            #expect(rename(control + ".away", control) == 0)
            let next = try await Server.start(in: folder)
            let reader = try Caller(next.url, token: person.token)
            try await verify(next.data, in: folder)
            try await Reckoning(caller: reader, ledger: ledger).check()
            #expect(try await next.stop() == 0)
        }

        @Test("A disk that is full is answered with 503 until it is not")
        func fullDisk() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            let caller = try Caller(server.url, token: person.token)
            let database = try server.data.connect()
            try database.script(
                """
                CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'could not extend file: No space left on device'
                        USING ERRCODE = 'disk_full';
                END $$;
                CREATE TRIGGER fill BEFORE INSERT ON samples EXECUTE FUNCTION fill();
                """
            )
            var batches = StepBatches(SeededGenerator(seed: 1))
            let push = batches.batch()
            let refused = try await caller.send("POST", "/v1/users/me/samples", push.json)
            #expect(refused.status == 503)
            #expect(refused.headers["Retry-After"] != nil)
            try database.script("DROP TRIGGER fill ON samples")
            let answer: PushAnswer = try await caller.read(
                "POST",
                "/v1/users/me/samples",
                push.json
            )
            #expect(answer.stored == push.samples.count)
            try await verify(server.data, in: folder)
            #expect(try await server.stop() == 0)
        }

        private static func waitForBatches(_ goal: Int, _ ledger: Ledger) async throws {
            try await eventually("\(goal) batches are stored", within: .seconds(60)) {
                ledger.acknowledged.count >= goal || ledger.surprises != []
            }
        }
    }
}

/// A process of the database to be killed.
private enum Victim: CaseIterable {
    /// The first process, on which all others depend.
    case postmaster
    /// The one that serves a session; the first process then ends all others and starts afresh.
    case backend

    /// Kills it the hard way.
    func kill(of data: DataFolder) throws {
        let pid: pid_t
        switch self {
        case .postmaster: pid = try #require(data.postmaster)
        case .backend:
            let backends = try data.connect().run(
                Statement(
                    "backends",
                    """
                    SELECT pid
                    FROM pg_stat_activity
                    WHERE application_name = 'tributary' AND backend_type = 'client backend'
                    ORDER BY state, pid
                    """
                )
            )
            pid = try #require(backends.int4Column(0).first)
        }
        #expect(Foundation.kill(pid, SIGKILL) == 0)
    }
}
