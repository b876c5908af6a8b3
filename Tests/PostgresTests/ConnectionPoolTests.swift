import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

private let one = Statement("one", "SELECT 1")
private let process = Statement("process", "SELECT pg_backend_pid()")
private let terminate = Statement("terminate", "SELECT pg_terminate_backend($1)")
private struct Refusal: Error {}

private func code(_ body: () async throws -> Void) async -> PostgresError.Code? {
    await #expect(throws: PostgresError.self) { try await body() }?.code
}

@Suite("The connection pool", .offPool)
struct ConnectionPoolTests {
    @Test("Many tasks share few connections")
    func shares() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 3)
            let total = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 1...200 as ClosedRange<Int64> {
                    group.addTask {
                        try await pool.withConnection { connection in
                            try connection.run(Statement("echo", "SELECT $1"), [.int8(number)])
                                .int8(0, 0)
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(total == 200 * 201 / 2)
            #expect(pool.statistics.open <= 3)
        }
    }

    @Test("The closure's error reaches the caller and the connection goes on")
    func closureThrows() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            await #expect(throws: Refusal.self) {
                try await pool.withConnection { _ in throw Refusal() }
            }
            try await #expect(pool.withConnection { try $0.run(one).int4(0, 0) } == 1)
        }
    }

    @Test("A transaction left open is rolled back before the next job")
    func leftOpen() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let first = try await pool.withConnection { connection in
                try connection.script("CREATE TABLE t (i int)")
                try connection.script("BEGIN; INSERT INTO t VALUES (1)")
                return connection.serverProcess
            }
            try await pool.withConnection { connection in
                #expect(connection.serverProcess == first)
                #expect(connection.transactionStatus == .idle)
                let count = Statement("count", "SELECT count(*) FROM t")
                try #expect(connection.run(count).int8(0, 0) == 0)
            }
        }
    }

    @Test("A cut idle connection is replaced before anybody notices")
    func cutWhileIdle() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let first = try await pool.withConnection { try $0.run(process).int4(0, 0) }
            let other = try database.connect()
            _ = try other.run(terminate, [.int4(first)])
            try await eventually("the session is gone") {
                let alive = Statement("alive", "SELECT count(*) FROM pg_stat_activity WHERE pid=$1")
                return try other.run(alive, [.int4(first)]).int8(0, 0) == 0
            }
            let second = try await pool.withConnection { try $0.run(process).int4(0, 0) }
            #expect(second != first)
        }
    }

    @Test("A connection cut during a job fails the job alone, and retrying succeeds")
    func cutDuringJob() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let attempts = Mutex(0)
            let answer = try await retrying(attempts: 3) {
                try await pool.withConnection { connection in
                    let attempt = attempts.withLock { attempts in
                        attempts += 1
                        return attempts
                    }
                    if attempt == 1 {
                        _ = try connection.run(terminate, [.int4(connection.serverProcess)])
                    }
                    return try connection.run(one).int4(0, 0)
                }
            }
            #expect(answer == 1)
            #expect(attempts.withLock { $0 } == 2)
        }
    }

    @Test("A full queue refuses at once")
    func full() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1, queueLimit: 1)
            let door = Door()
            async let running: Void = pool.withConnection { _ in door.wait() }
            try await eventually("the connection is busy") { door.arrivals == 1 }
            async let queued: Void = pool.withConnection { _ in door.wait() }
            try await eventually("a job waits") { pool.statistics.queued == 1 }
            #expect(await code { try await pool.withConnection { _ in } } == .poolExhausted)
            door.open()
            try await running
            try await queued
        }
    }

    @Test("Who has an answer finds the room that its job left, from the first job on")
    func room() async throws {
        try await withDatabase(migrated: false) { database in
            for _ in 1...20 {
                let pool = database.pool(size: 1, queueLimit: 0)
                for _ in 1...50 { try await pool.withConnection { _ in } }
                await pool.close()
            }
        }
    }

    @Test("A job that waits too long is refused")
    func waitsTooLong() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1, waitLimit: .milliseconds(30))
            let door = Door()
            _ = try await pool.withConnection { try $0.run(one).int4(0, 0) }
            async let running: Void = pool.withConnection { _ in door.wait() }
            try await eventually("the connection is busy") { door.arrivals == 1 }
            #expect(await code { try await pool.withConnection { _ in } } == .poolExhausted)
            #expect(pool.statistics.queued == 0)
            door.open()
            try await running
        }
    }

    @Test("Cancelling a task withdraws its job while it waits")
    func cancelled() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let door = Door()
            let hasRun = Mutex(false)
            async let running: Void = pool.withConnection { _ in door.wait() }
            try await eventually("the connection is busy") { door.arrivals == 1 }
            let task = Task { try await pool.withConnection { _ in hasRun.withLock { $0 = true } } }
            try await eventually("the job waits") { pool.statistics.queued == 1 }
            task.cancel()
            #expect(await code { try await task.value } == .cancelled)
            #expect(pool.statistics.queued == 0)
            door.open()
            try await running
            #expect(!hasRun.withLock { $0 })
        }
    }

    @Test("A task that is already cancelled gets no connection")
    func cancelledBefore() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await code { try await pool.withConnection { _ in } }
            }
            #expect(await task.value == .cancelled)
        }
    }

    @Test("Closing lets running jobs end and fails those that wait")
    func closing() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 1)
            let door = Door()
            async let running = pool.withConnection { connection in
                door.wait()
                return try connection.run(one).int4(0, 0)
            }
            try await eventually("the connection is busy") { door.arrivals == 1 }
            let waiting = Task { await code { try await pool.withConnection { _ in } } }
            try await eventually("a job waits") { pool.statistics.queued == 1 }
            let closing = Task { await pool.close() }
            #expect(await waiting.value == .poolClosed)
            door.open()
            try await #expect(running == 1)
            await closing.value
            #expect(await code { try await pool.withConnection { _ in } } == .poolClosed)
            #expect(pool.statistics == PoolStatistics(open: 0, idle: 0, queued: 0))
            await pool.close()
        }
    }

    @Test("A database that is away fails the job once its time is up, and closing cuts it short")
    func away() async throws {
        let nowhere = ConnectionConfiguration("host=127.0.0.1 port=1 user=x dbname=x")
        let quick = ConnectionPool(
            nowhere,
            PoolConfiguration(size: 1, waitLimit: .milliseconds(80))
        )
        #expect(await code { try await quick.withConnection { _ in } } == .connection)
        await quick.close()
        let patient = ConnectionPool(nowhere, PoolConfiguration(size: 1, waitLimit: .seconds(600)))
        let job = Task { await code { try await patient.withConnection { _ in } } }
        await patient.close()
        #expect(await job.value == .poolClosed)
    }

    @Test("A refusal that will not pass fails the job at once")
    func hopeless() async throws {
        try await withDatabase(migrated: false) { database in
            var configuration = database.configuration
            configuration.settings = ["no_such_setting": "1"]
            let pool = ConnectionPool(configuration, PoolConfiguration(waitLimit: .seconds(600)))
            #expect(await code { try await pool.withConnection { _ in } } == .server)
            await pool.close()
        }
    }

    @Test("Statistics tell open, idle and waiting apart")
    func statistics() async throws {
        try await withDatabase(migrated: false) { database in
            let pool = database.pool(size: 2)
            #expect(pool.statistics == PoolStatistics(open: 0, idle: 0, queued: 0))
            let door = Door()
            async let running: Void = pool.withConnection { _ in door.wait() }
            try await eventually("it is busy") { door.arrivals == 1 }
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 0, queued: 0))
            door.open()
            try await running
            #expect(pool.statistics == PoolStatistics(open: 1, idle: 1, queued: 0))
        }
    }

    @Test("A pool that is let go ends its sessions")
    func letGo() async throws {
        try await withDatabase(migrated: false) { database in
            var pool: ConnectionPool? = ConnectionPool(database.configuration, PoolConfiguration())
            _ = try await pool?.withConnection { try $0.run(one).int4(0, 0) }
            pool = nil
            let connection = try database.connect()
            let others = Statement(
                "others",
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
            try await eventually("the sessions are gone") {
                try connection.run(others).int8(0, 0) == 0
            }
        }
    }
}
