import EmbeddedPostgres
import Foundation
import HTTPClient
import Migrator
import Postgres
import TestSupport
import Testing

@testable import TributaryCommands

extension LifecycleTests {
    @Suite("Roles in the database")
    struct RoleTests {
        @Test("A cluster of an earlier version gets the roles, and the server works as one of them")
        func upgrade() async throws {
            let folder = try TemporaryFolder()
            let data = DataFolder(path: "\(folder.path)/data")
            try await withCluster(at: "\(data.path)/postgres") { cluster in
                try cluster.administer("CREATE DATABASE tributary")
                let before = Database.migrations.prefix { $0.name != "row_security" }
                let owner = cluster.connectionString(database: "tributary")
                try Migrator(Array(before)).up(Connection(ConnectionConfiguration(owner)))
                let roles = "SELECT 1 FROM pg_roles WHERE rolname LIKE 'tributary_%'"
                #expect(try cluster.session().run(Statement("roles", roles)).rowCount == 0)
            }
            let server = try await Server.start(in: folder, isPrepared: false)
            let user = try await server.admin().send("POST", "/v1/users", "{}")
            #expect(user.status == 201)
            let sessions = try data.connect().run(
                Statement(
                    "sessions",
                    """
                    SELECT DISTINCT usename::text FROM pg_stat_activity
                    WHERE application_name LIKE 'tributary%' AND datname = 'tributary'
                    """
                )
            )
            #expect(sessions.textColumn(0) == ["tributary_server"])
            #expect(try await server.stop() == 0)
        }

        @Test("Who may not make roles is told so, and needs no such right once they are there")
        func separateRoles() async throws {
            let folder = try TemporaryFolder()
            try await withCluster(at: "\(folder.path)/cluster") { cluster in
                try cluster.administer("CREATE ROLE plain LOGIN")
                try cluster.administer("CREATE ROLE app LOGIN")
                try cluster.administer("CREATE DATABASE health OWNER plain")
                let plain = cluster.connectionString(database: "health", user: "plain")
                let app = cluster.connectionString(database: "health", user: "app")
                let migrate = ["migrate", "up", "--database-url", plain]
                let refused = try Program(migrate, in: folder)
                #expect(try await refused.waitForEnd() == 1)
                #expect(refused.errors.contains("may not make the roles tributary_server"))
                #expect(refused.errors.contains("docs/operations.md"))
                try cluster.administer(documentedRoles + "GRANT tributary_server TO plain")
                let migrated = try Program(migrate, in: folder)
                #expect(try await migrated.waitForEnd() == 0, "\(migrated.errors)")

                let asOwner = ["--database-url", plain]
                let apart = ["--database-url", app, "--migration-database-url", plain]
                let strict = ["--require-row-security"]
                #expect(try await refusal(asOwner + strict, folder).contains("(ownsTables)"))
                #expect(
                    try await refusal(apart, folder).contains("GRANT tributary_server TO app")
                )
                try cluster.administer("GRANT tributary_server TO app")
                let server = try await Server.start(
                    in: folder,
                    isPrepared: false,
                    options: apart + strict
                )
                #expect(try await server.admin().send("POST", "/v1/users", "{}").status == 201)
                #expect(!server.program.errors.contains("rowSecurityCanBeUndone"))
                #expect(try await server.stop() == 0)
                let warned = try await Server.start(in: folder, isPrepared: false, options: asOwner)
                #expect(try await warned.admin().send("POST", "/v1/users", "{}").status == 201)
                #expect(warned.program.errors.contains("rowSecurityCanBeUndone"))
                #expect(try await warned.stop() == 0)
            }
        }

        @Test("Sessions of the server have the limits that they are given")
        func limits() async throws {
            try await withDatabase { data in
                let words = [
                    "--statement-seconds", "7", "--lock-seconds", "3",
                    "--idle-transaction-seconds", "0",
                ]
                for (given, expected) in [
                    (words, ["7s", "3s", "0"]), ([], ["30s", "10s", "30s"]),
                ] {
                    let arguments = try Arguments(given, of: ServeCommand.command, environment: [:])
                    var database = Database(url: data.connectionString)
                    database.limits = try DatabaseLimits(arguments)
                    let session = try Connection(database.configuration("test"))
                    let rows = try session.run(
                        Statement(
                            "limits",
                            """
                            SELECT ARRAY[
                                current_setting('statement_timeout'),
                                current_setting('lock_timeout'),
                                current_setting('idle_in_transaction_session_timeout')
                            ], current_user::text
                            """
                        )
                    )
                    #expect(rows.textArray(0, 0) == expected)
                    #expect(rows.text(0, 1) == "tributary_server")
                }
            }
        }

        /// Why a server does not start.
        private func refusal(_ options: [String], _ folder: TemporaryFolder) async throws -> String
        {
            let program = try Program(
                ["serve", "--port", "0", "--data-dir", "\(folder.path)/data"] + options,
                in: folder
            )
            #expect(try await program.waitForEnd() == 1)
            return program.errors
        }
    }
}

/// What docs/operations.md has a superuser run.
private let documentedRoles = """
    CREATE ROLE tributary_maintenance NOLOGIN NOINHERIT;
    CREATE ROLE tributary_server NOLOGIN NOINHERIT;
    GRANT tributary_maintenance TO tributary_server;
    """

/// Runs the closure with a cluster of its own, in which nobody has made any role yet.
private func withCluster(
    at directory: String,
    _ body: (EmbeddedPostgres) async throws -> Void
) async throws {
    try FileManager.default.createDirectory(
        atPath: (directory as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true
    )
    let cluster = EmbeddedPostgres(
        EmbeddedPostgresConfiguration(dataDirectory: directory, settings: ["fsync": "off"])
    )
    try cluster.start()
    defer { cluster.stop() }
    try await body(cluster)
}

extension EmbeddedPostgres {
    /// Opens a session as the superuser.
    fileprivate func session() throws -> Connection {
        try Connection(ConnectionConfiguration(connectionString))
    }

    /// Runs a statement, or several, as the superuser.
    fileprivate func administer(_ sql: String) throws { try session().script(sql) }
}
