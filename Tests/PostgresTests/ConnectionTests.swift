import Postgres
import TestSupport
import Testing

private let one = Statement("one", "SELECT 1")
private let sleep = Statement("sleep", "SELECT pg_sleep(60)")
private let terminate = Statement("terminate", "SELECT pg_terminate_backend($1)")

@Suite("Connections", .offPool)
struct ConnectionTests {
    @Test("A statement is prepared once and reused")
    func preparedOnce() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let add = Statement("add", "SELECT $1 + 1")
            for value in 1...3 as ClosedRange<Int64> {
                try #expect(connection.run(add, [.int8(value)]).int8(0, 0) == value + 1)
            }
            let list = Statement(
                "list",
                "SELECT count(*) FROM pg_prepared_statements WHERE name = 'add'"
            )
            try #expect(connection.run(list).int8(0, 0) == 1)
        }
    }

    @Test("A name that stands for something else is refused, and nothing breaks")
    func nameConflict() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let echo = Statement("echo", "SELECT $1")
            _ = try connection.run(echo, [.int8(1)])
            let otherSQL = #expect(throws: PostgresError.self) {
                try connection.run(Statement("echo", "SELECT 2"))
            }
            let otherTypes = #expect(throws: PostgresError.self) {
                try connection.run(echo, [.text("x")])
            }
            #expect(otherSQL?.code == .protocolViolation)
            #expect(otherTypes?.code == .protocolViolation)
            try #expect(connection.run(echo, [.int8(2)]).int8(0, 0) == 2)
        }
    }

    @Test("The number of changed rows and the tag are known")
    func affectedRows() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script("CREATE TABLE t (i int); INSERT INTO t VALUES (1), (2), (3)")
            let result = try connection.run(Statement("delete", "DELETE FROM t WHERE i > 1"))
            #expect(result.affectedRows == 2)
            #expect(result.commandTag == "DELETE 2")
        }
    }

    @Test("A statement that runs too long is cancelled and the connection lives on")
    func statementTimeout() async throws {
        try await withDatabase(migrated: false) { database in
            var configuration = database.configuration
            configuration.statementTimeout = .milliseconds(50)
            let connection = try Connection(configuration)
            let error = #expect(throws: PostgresError.self) { try connection.run(sleep) }
            #expect(error?.code == .timeout)
            #expect(error?.sqlState == "57014")
            try #expect(connection.run(one).int4(0, 0) == 1)
        }
    }

    @Test("A lock that is not granted in time is a timeout")
    func lockTimeout() async throws {
        try await withDatabase(migrated: false) { database in
            let holder = try database.connect()
            try holder.script("CREATE TABLE t (i int)")
            try holder.script("BEGIN; LOCK TABLE t")
            var configuration = database.configuration
            configuration.lockTimeout = .milliseconds(50)
            let waiter = try Connection(configuration)
            let error = #expect(throws: PostgresError.self) {
                try waiter.run(Statement("count", "SELECT count(*) FROM t"))
            }
            #expect(error?.code == .timeout)
            #expect(error?.sqlState == "55P03")
        }
    }

    @Test("A cut connection is broken, and what it was doing may be done again")
    func cutConnection() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            #expect(connection.isAlive())
            let error = #expect(throws: PostgresError.self) {
                try connection.run(terminate, [.int4(connection.serverProcess)])
            }
            #expect(error?.code == .connection)
            #expect(error?.isRetryable == true)
            #expect(connection.isBroken)
            #expect(connection.transactionStatus == .unknown)
            let again = #expect(throws: PostgresError.self) { try connection.run(one) }
            #expect(again?.code == .connection)
        }
    }

    @Test("An idle session that was ended from outside is noticed without a round trip")
    func cutWhileIdle() async throws {
        try await withDatabase(migrated: false) { database in
            let (connection, other) = (try database.connect(), try database.connect())
            _ = try other.run(terminate, [.int4(connection.serverProcess)])
            try await eventually("the end is noticed") { !connection.isAlive() }
            #expect(connection.isBroken)
        }
    }

    @Test("Notices of the server disturb nothing")
    func notices() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script("DO $$ BEGIN RAISE WARNING 'a warning'; END $$")
            try #expect(connection.run(one).int4(0, 0) == 1)
        }
    }

    @Test("A plan that no longer fits the table gives the session up")
    func stalePlan() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            try connection.script("CREATE TABLE t (i int); INSERT INTO t VALUES (1)")
            let all = Statement("all", "SELECT * FROM t")
            _ = try connection.run(all)
            try connection.script("ALTER TABLE t ADD COLUMN j int")
            let error = #expect(throws: PostgresError.self) { try connection.run(all) }
            #expect(error?.sqlState == "0A000")
            #expect(connection.isBroken)
        }
    }

    @Test("A COPY that goes through run gives the session up")
    func strayCopy() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let error = #expect(throws: PostgresError.self) {
                try connection.script("COPY (SELECT 1) TO STDOUT")
            }
            #expect(error?.code == .protocolViolation)
            #expect(connection.isBroken)
        }
    }

    @Test("A script is one transaction unless it says otherwise")
    func scriptIsAtomic() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let error = #expect(throws: PostgresError.self) {
                try connection.script("CREATE TABLE t (i int); SELECT 1/0")
            }
            #expect(error?.sqlState == "22012")
            let exists = Statement("exists", "SELECT to_regclass('t') IS NOT NULL")
            try #expect(!connection.run(exists).bool(0, 0))
        }
    }

    @Test("A notification arrives with its payload, and none arrives in vain")
    func notifications() async throws {
        try await withDatabase(migrated: false) { database in
            let (listener, sender) = (try database.connect(), try database.connect())
            try listener.listen(to: "odd \"name\"")
            try #expect(listener.nextNotification(timeout: .zero) == nil)
            let notify = Statement("notify", "SELECT pg_notify($1, $2)")
            _ = try sender.run(notify, [.text("odd \"name\""), .text("payload")])
            let received = try listener.nextNotification(timeout: .seconds(10))
            #expect(received?.channel == "odd \"name\"")
            #expect(received?.payload == "payload")
            #expect(received?.sender == sender.serverProcess)
            try listener.stopListening(to: "odd \"name\"")
            _ = try sender.run(notify, [.text("odd \"name\""), .text("unheard")])
            try #expect(listener.nextNotification(timeout: .milliseconds(20)) == nil)
        }
    }

    @Test("Waiting for a notification ends with the connection")
    func notificationAfterCut() async throws {
        try await withDatabase(migrated: false) { database in
            let (listener, other) = (try database.connect(), try database.connect())
            try listener.listen(to: "c")
            _ = try other.run(terminate, [.int4(listener.serverProcess)])
            let error = #expect(throws: PostgresError.self) {
                try listener.nextNotification(timeout: .seconds(10))
            }
            #expect(error?.code == .connection)
        }
    }
}
