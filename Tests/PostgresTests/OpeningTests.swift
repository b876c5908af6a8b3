import Foundation
import Postgres
import TestSupport
import Testing

@Suite("Opening a connection", .offPool)
struct OpeningTests {
    private func refusal(_ text: String, timeout: Duration = .seconds(5)) -> PostgresError? {
        #expect(throws: PostgresError.self) {
            try Connection(ConnectionConfiguration(text, connectTimeout: timeout))
        }
    }

    @Test("A host where nobody listens is a connection error that may pass")
    func nobodyListens() {
        let error = refusal("host=127.0.0.1 port=1 user=x dbname=x")
        #expect(error?.code == .connection)
        #expect(error?.sqlState == nil)
        #expect(error?.isRetryable == true)
    }

    @Test("A socket that does not exist is a connection error")
    func noSocket() {
        #expect(refusal("host=/nonexistent user=x dbname=x")?.code == .connection)
    }

    @Test(
        "A malformed string is a configuration error that does not quote it",
        arguments: ["password='s3cret", "s3cret", "postgresql://u:s3cret@[::1", "s3cret=1"]
    )
    func malformed(text: String) {
        let error = refusal(text)
        #expect(error?.code == .configuration)
        #expect(error?.isRetryable == false)
        #expect(error?.debugDescription.contains("s3cret") == false)
    }

    @Test("A server that accepts and never answers is given up in time")
    func silentServer() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(listener, $0, length) == 0)
                #expect(listen(listener, 1) == 0)
                #expect(getsockname(listener, $0, &length) == 0)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let error = refusal(
            "host=127.0.0.1 port=\(port) user=x dbname=x",
            timeout: .milliseconds(100)
        )
        #expect(error?.code == .timeout)
    }

    @Test("A missing database keeps its SQLSTATE and is not retried")
    func missingDatabase() async throws {
        try await withDatabase(migrated: false) { database in
            let error = refusal(database.connectionString + "_not")
            // The name is in apostrophes, so the suffix makes the string malformed.
            #expect(error?.code == .configuration)
            let renamed = database.connectionString.replacingOccurrences(
                of: database.name,
                with: "nowhere"
            )
            let missing = refusal(renamed)
            #expect(missing?.code == .connection)
            #expect(missing?.sqlState == "3D000")
            #expect(missing?.isRetryable == false)
        }
    }

    @Test("A wrong password keeps its SQLSTATE and is not retried")
    func wrongPassword() async throws {
        try await withDatabase(migrated: false) { database in
            let role = "role_\(database.name)"
            let connection = try database.connect()
            try connection.script("CREATE ROLE \(role) LOGIN PASSWORD 'right'")
            defer { try? connection.script("DROP ROLE \(role)") }
            try requirePassword(of: role, connection)
            func configuration(_ password: String) -> ConnectionConfiguration {
                let text = database.connectionString.replacingOccurrences(
                    of: "user=tributary",
                    with: "user=\(role) password=\(password)"
                )
                return ConnectionConfiguration(text)
            }
            // The server takes the new rule over some time after it has been told to.
            try await eventually("the rule is in force") {
                do {
                    _ = try Connection(configuration("s3cret"))
                    return false
                } catch let error as PostgresError {
                    #expect(error.sqlState == "28P01")
                    #expect(error.code == .connection)
                    #expect(!error.isRetryable)
                    #expect(!error.debugDescription.contains("s3cret"))
                    return true
                }
            }
            let user = try Connection(configuration("right")).run(
                Statement("user", "SELECT current_user::text")
            )
            #expect(user.text(0, 0) == role)
        }
    }

    /// Puts a rule for the role in front of the server's own.
    private func requirePassword(of role: String, _ connection: Connection) throws {
        let file = try connection.run(Statement("file", "SHOW hba_file")).text(0, 0)
        try connection.script(
            """
            CREATE TEMPORARY TABLE rules AS
            SELECT line FROM regexp_split_to_table(pg_read_file('\(file)'), '\\n') AS r (line)
            WHERE line <> '' AND line NOT LIKE '#%'
            """
        )
        // The file is emptied before the query behind COPY runs, so it is read first.
        try connection.script(
            """
            COPY (SELECT 'local all \(role) scram-sha-256' UNION ALL SELECT line FROM rules)
            TO '\(file)';
            SELECT pg_reload_conf();
            """
        )
    }

    @Test("Limits, settings and the name are in force in the session")
    func settings() async throws {
        try await withDatabase(migrated: false) { database in
            var configuration = database.configuration
            configuration.applicationName = "the tests"
            configuration.statementTimeout = .milliseconds(1234)
            configuration.lockTimeout = .zero
            configuration.settings = [
                "work_mem": "5MB", "idle_in_transaction_session_timeout": "9s",
            ]
            let connection = try Connection(configuration)
            func show(_ name: String) throws -> String {
                try connection.run(Statement("show_\(name)", "SHOW \(name)")).text(0, 0)
            }
            try #expect(show("application_name") == "the tests")
            try #expect(show("statement_timeout") == "1234ms")
            try #expect(show("lock_timeout") == "0")
            try #expect(show("work_mem") == "5MB")
            try #expect(show("idle_in_transaction_session_timeout") == "9s")
            try #expect(show("client_encoding") == "UTF8")
        }
    }

    @Test("A setting that the server does not know stops the connection")
    func unknownSetting() async throws {
        try await withDatabase(migrated: false) { database in
            var configuration = database.configuration
            configuration.settings = ["no_such_setting": "1"]
            let error = #expect(throws: PostgresError.self) { try Connection(configuration) }
            #expect(error?.sqlState == "42704")
        }
    }
}
