import ChildProcesses
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import EmbeddedPostgres

private let one = Statement("one", "SELECT 1")
private let backend = Statement("backend", "SELECT pg_backend_pid()")

extension EmbeddedPostgresTests {
    /// A server's life: start, crash, stop, and what is left on disk in between.
    @Suite("Running")
    struct RunningTests {
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("What is written before a stop is there after the next start")
        func lasting() throws {
            let server = directory.server()
            try server.start()
            try server.start()
            let address = server.connectionString
            try connect(server).script("CREATE TABLE t AS SELECT 7 AS i")
            let process = try #require(server.process)
            server.stop()
            server.stop()
            #expect(kill(process, 0) == -1 && errno == ESRCH)
            #expect(fileStatus("\(directory.data.cluster)/postmaster.pid") == nil)
            #expect(throws: PostgresError.self) { try connect(server) }
            try server.start()
            #expect(server.connectionString == address)
            try #expect(connect(server).run(Statement("t", "SELECT i FROM t")).int4(0, 0) == 7)
        }

        @Test("The cluster is as it should be")
        func settings() throws {
            let server = directory.server { $0.settings["work_mem"] = "5MB" }
            try server.start()
            let connection = try connect(server)
            let expected = [
                "data_checksums": "on", "server_encoding": "UTF8", "lc_collate": "C",
                "listen_addresses": "", "work_mem": "5MB", "fsync": "off", "TimeZone": "UTC",
            ]
            for (name, value) in expected {
                let show = try connection.run(Statement("show_\(name)", "SHOW \"\(name)\""))
                #expect(show.text(0, 0) == value, "\(name)")
            }
            let role = try connection.run(Statement("role", "SELECT current_user::text"))
            #expect(role.text(0, 0) == "tributary")
            #expect(fileStatus(directory.data.sockets).map { $0.st_mode & 0o777 } == 0o700)
            #expect(fileStatus(directory.data.cluster).map { $0.st_mode & 0o777 } == 0o700)
        }

        @Test("A server that is killed comes back, and a pool with it")
        func killed() async throws {
            let server = directory.server()
            try server.start()
            let pool = ConnectionPool(
                ConnectionConfiguration(server.connectionString),
                PoolConfiguration(size: 2, waitLimit: .seconds(30))
            )
            try await pool.withConnection { try $0.script("CREATE TABLE t AS SELECT 7 AS i") }
            let process = try #require(server.process)
            #expect(kill(process, SIGKILL) == 0)
            let answer = try await retrying(attempts: 10) {
                try await pool.withConnection { connection in
                    try connection.run(Statement("t", "SELECT i FROM t")).int4(0, 0)
                }
            }
            #expect(answer == 7)
            try await eventually("it is up again") { server.restarts == 1 }
            #expect(server.process != process)
            await pool.close()
        }

        @Test("A server that cannot come back is given up, once and with the cause")
        func givenUp() async throws {
            let failures = Mutex<[EmbeddedPostgresError]>([])
            let server = directory.server {
                $0.restartLimit = 2
            } onFailure: { error in
                failures.withLock { $0.append(error) }
            }
            try server.start()
            let process = try #require(server.process)
            let control = "\(directory.data.cluster)/global/pg_control"
            #expect(rename(control, "\(control).away") == 0)
            #expect(kill(process, SIGKILL) == 0)
            try await eventually("it is given up") { failures.withLock { !$0.isEmpty } }
            let found = failures.withLock { $0 }
            guard found.count == 1, case .startFailed(let line) = found[0] else {
                Issue.record("another cause: \(found)")
                return
            }
            #expect(line.contains("pg_control"))
            server.stop()
            #expect(rename("\(control).away", control) == 0)
            try server.start()
        }

        @Test("A server on its way out is waited for")
        func takeover() async throws {
            let first = directory.server()
            try first.start()
            unlink(directory.data.lock)
            let second = directory.server { $0.takeoverTimeout = .seconds(30) }
            let start = Task.detached { try second.start() }
            first.stop()
            try await start.value
            try #expect(connect(second).run(one).int4(0, 0) == 1)
        }

        @Test("A server that is on its way out and does not get there is made to end")
        func stuckPredecessor() async throws {
            let first = directory.server { $0.stopTimeout = .seconds(60) }
            try first.start()
            // A process that does not run cannot be told to end, which the server waits for.
            let session = try connect(first)
            kill(try session.run(backend).int4(0, 0), SIGSTOP)
            unlink(directory.data.lock)
            let stop = Task.detached { first.stop() }
            try await eventually("the server is ending") {
                PostmasterFile.read(cluster: directory.data.cluster)?.isStopping == true
            }
            let second = directory.server { $0.takeoverTimeout = .milliseconds(100) }
            try await Task.detached { try second.start() }.value
            try #expect(connect(second).run(one).int4(0, 0) == 1)
            await stop.value
            withExtendedLifetime(session) {}
        }

        @Test("A note about a dead process, or about one that is no server, does no harm")
        func staleNote() throws {
            let server = directory.server()
            try server.start()
            let note = try #require(contents(of: "\(directory.data.cluster)/postmaster.pid"))
            server.stop()
            let user = try ServerUser.choose()
            let sleeper = try ChildProcess.spawn(
                user.launcher(deathSignal: "KILL") + ["/bin/sleep", "600"]
            )
            for isAlive in [true, false] {
                if !isAlive {
                    sleeper.signal(SIGKILL)
                    sleeper.reap()
                }
                let path = "\(directory.data.cluster)/postmaster.pid"
                let text = "\(sleeper.pid)" + note.drop { $0 != "\n" }
                try text.write(toFile: path, atomically: false, encoding: .utf8)
                chown(path, user.uid, user.gid)
                try server.start()
                try #expect(connect(server).run(one).int4(0, 0) == 1)
                server.stop()
            }
        }

        @Test("A cluster that was never finished does not count")
        func interrupted() throws {
            let unfinished = directory.data.unfinishedCluster
            try FileManager.default.createDirectory(
                atPath: "\(unfinished)/base",
                withIntermediateDirectories: true
            )
            chmod(directory.data.root, 0o711)
            try "15\n".write(toFile: "\(unfinished)/PG_VERSION", atomically: false, encoding: .utf8)
            let server = directory.server()
            try server.start()
            #expect(fileStatus(unfinished) == nil)
            try #expect(connect(server).run(one).int4(0, 0) == 1)
        }

        @Test("What is left of a killed initdb may still write while its cluster is removed")
        func lateWriter() throws {
            let unfinished = directory.data.unfinishedCluster
            try FileManager.default.createDirectory(
                atPath: "\(unfinished)/base",
                withIntermediateDirectories: true
            )
            chmod(directory.data.root, 0o711)
            // Writes into the directory it is in, wherever that is, until it is gone.
            let writer = try ChildProcess.spawn(
                [
                    "/bin/sh", "-c",
                    """
                    cd "$0/base" || exit 1
                    touch begun
                    i=0
                    while [ $i -lt 20000 ] && : > "f$i"; do i=$((i + 1)); done
                    """, unfinished,
                ]
            )
            defer {
                writer.signal(SIGKILL)
                writer.reap()
            }
            let deadline = ContinuousClock.now + .seconds(10)
            while fileStatus("\(unfinished)/base/begun") == nil, ContinuousClock.now < deadline {
                usleep(1000)
            }
            let server = directory.server()
            try server.start()
            #expect(fileStatus(unfinished) == nil)
            try #expect(connect(server).run(one).int4(0, 0) == 1)
        }

        @Test("A path too long for a socket works by way of /tmp, which is clean afterwards")
        func longPath() throws {
            let name = String(repeating: "long", count: 30)
            let server = directory.server(name)
            let sockets = DataDirectory("\(directory.path)/\(name)").sockets
            try server.start()
            try #expect(connect(server).run(one).int4(0, 0) == 1)
            #expect(fileStatus(sockets) != nil)
            server.stop()
            #expect(fileStatus(sockets) == nil)
        }

        @Test("A server ends with its object")
        func letGo() throws {
            var server: EmbeddedPostgres? = directory.server()
            try server?.start()
            let process = try #require(server?.process)
            server = nil
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }

        @Test("A stop ends sessions that are busy, and no restart follows")
        func stopWhileBusy() async throws {
            let server = directory.server()
            try server.start()
            let connection = ConnectionPool(
                ConnectionConfiguration(server.connectionString),
                PoolConfiguration(size: 1)
            )
            let sleep = Task {
                try await connection.withConnection { connection in
                    _ = try connection.run(Statement("sleep", "SELECT pg_sleep(60)"))
                }
            }
            try await eventually("it is busy") { connection.statistics.open == 1 }
            server.stop()
            let error = await #expect(throws: PostgresError.self) { try await sleep.value }
            #expect(error?.isRetryable == true)
            #expect(server.process == nil)
            #expect(server.restarts == 0)
            await connection.close()
        }
    }
}
