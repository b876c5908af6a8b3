import Foundation
import HTTPClient
import Postgres
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("Starts that are refused")
    struct RefusalTests {
        @Test("A second server on a data directory says so and leaves the first alone")
        func secondServer() async throws {
            let folder = try TemporaryFolder()
            let first = try await Server.start(in: folder)
            let token = try first.data.adminToken()
            let path = first.data.path
            try await refuse(
                ["serve", "--port", "0", "--data-dir", path],
                in: folder,
                with: "tributary serve: another server uses the data directory \(path)"
            )
            try await refuse(
                ["migrate", "status", "--data-dir", path],
                in: folder,
                with: "tributary migrate status: another server uses \(path)/postgres"
            )
            #expect(try first.data.adminToken() == token)
            #expect(first.data.hasAddress)
            #expect(try await first.admin().send("GET", "/v1/clients").status == 200)
            #expect(try await first.stop() == 0)
        }

        @Test("A port that is taken is told, and the database is stopped again")
        func occupiedPort() async throws {
            let folder = try TemporaryFolder()
            let first = try await Server.start(in: folder, data: "first")
            let port = try #require(first.url.split(separator: ":").last)
            let second = DataFolder(path: "\(folder.path)/second")
            try await PreparedData.provide(second, in: folder)
            try await refuse(
                ["serve", "--port", "\(port)", "--data-dir", second.path],
                in: folder,
                with: "tributary serve: cannot listen on 127.0.0.1 port \(port):"
                    + " it is already in use"
            )
            #expect(second.databaseLog.contains("database system is shut down"))
            #expect(second.databaseProcesses == [])
            #expect(!second.hasAddress)
            #expect(try await first.stop() == 0)
        }

        @Test("A place where there can be no data directory is named with the reason")
        func impossibleDirectory() async throws {
            let folder = try TemporaryFolder()
            let file = "\(folder.path)/file"
            try Data().write(to: URL(fileURLWithPath: file))
            try await refuse(
                ["serve", "--port", "0", "--data-dir", file],
                in: folder,
                with: "tributary serve: the data directory \(file) is a file"
            )
            try await refuse(
                ["serve", "--port", "0", "--data-dir", "/dev/null/data"],
                in: folder,
                with: "tributary serve: the data directory /dev/null/data cannot be made:"
                    + " Not a directory"
            )
        }

        @Test("Without PostgreSQL's programs there is a line that says what to install")
        func missingPrograms() async throws {
            let folder = try TemporaryFolder()
            try await refuse(
                ["serve", "--port", "0", "--data-dir", "\(folder.path)/data"],
                in: folder,
                environment: ["TRIBUTARY_POSTGRES_BIN": folder.path],
                with: "tributary serve: initdb and postgres were not found in \(folder.path);"
                    + " install PostgreSQL 15 or newer (Debian: apt install postgresql)"
            )
        }

        @Test(
            "A database that cannot be reached is told without its password",
            arguments: [
                (
                    "postgresql://ana:secret@127.0.0.1:1/x",
                    #"connection to server at "127.0.0.1", port 1 failed: Connection refused"#
                ),
                (
                    "host=/nonexistent user=ana password=secret",
                    #"connection to server on socket "/nonexistent/.s.PGSQL.5432" failed: "#
                        + "No such file or directory"
                ),
                ("postgresql://ana:secret@x/y?z", "the connection string is malformed"),
            ]
        )
        func unreachableDatabase(url: String, reason: String) async throws {
            let folder = try TemporaryFolder()
            try await refuse(
                ["serve", "--port", "0", "--data-dir", "\(folder.path)/data"],
                in: folder,
                environment: ["TRIBUTARY_DATABASE_URL": url],
                with: "tributary serve: the database cannot be used: \(reason)"
            )
        }

        @Test("A database that is newer than the program is left as it is")
        func newerDatabase() async throws {
            try await withDatabase { database in
                try database.connect().script(
                    """
                    INSERT INTO schema_migrations (version, name, checksum)
                    SELECT max(m.version) + 1, 'from_the_future', ''
                    FROM schema_migrations AS m
                    """
                )
                let folder = try TemporaryFolder()
                let program = try Program(
                    ["serve", "--port", "0", "--data-dir", "\(folder.path)/data"],
                    in: folder,
                    environment: ["TRIBUTARY_DATABASE_URL": database.connectionString]
                )
                #expect(try await program.waitForEnd() == 1)
                let lines = program.errors.split(separator: "\n")
                #expect(lines.count == 1)
                #expect(program.errors.contains("(from_the_future), this program knows only"))
                #expect(program.errors.contains("start a newer program"))
                #expect(program.output == "")
                let status = try Program(
                    ["migrate", "status", "--database-url", database.connectionString],
                    in: folder
                )
                #expect(try await status.waitForEnd() == 1)
                #expect(status.output.hasSuffix("  UNKNOWN  from_the_future\n"))
            }
        }

        @Test("An admin token that is too short is refused, and one in a file is not replaced")
        func shortAdminToken() async throws {
            let folder = try TemporaryFolder()
            let data = DataFolder(path: "\(folder.path)/data")
            try await refuse(
                ["serve", "--port", "0", "--data-dir", data.path],
                in: folder,
                environment: ["TRIBUTARY_ADMIN_TOKEN": "fifteen letters"],
                status: 2,
                with: "tributary serve: TRIBUTARY_ADMIN_TOKEN must have at least 16 characters"
                    + " (see tributary serve --help)"
            )
            try FileManager.default.createDirectory(
                atPath: data.path,
                withIntermediateDirectories: true
            )
            try Data("short\n".utf8).write(to: URL(fileURLWithPath: data.adminTokenFile))
            try await refuse(
                ["serve", "--port", "0", "--data-dir", data.path],
                in: folder,
                with: "tributary serve: the admin token in \(data.adminTokenFile) is shorter than"
                    + " 16 characters"
            )
            #expect(try data.adminToken() == "short")
        }

        @Test(
            "A call that is wrong is told so and ends with 2",
            arguments: [
                (["serve", "--prt", "0"], "tributary serve: there is no option --prt"),
                (["serve", "--port"], "tributary serve: --port needs a value"),
                (
                    ["serve", "--port", "65536"],
                    "tributary serve: --port must be a whole number from 0 to 65535, not '65536'"
                ),
                (["serve", "now"], "tributary serve: unexpected argument 'now'"),
                (["migrate", "down"], "tributary migrate down: --to is required"),
                (["reverse"], "tributary: there is no command 'reverse'"),
            ]
        )
        func wrongUsage(words: [String], message: String) async throws {
            let folder = try TemporaryFolder()
            let command = message.prefix { $0 != ":" }
            try await refuse(
                words,
                in: folder,
                status: 2,
                with: "\(message) (see \(command) --help)"
            )
        }
    }
}

/// Runs the program and expects one line on standard error, nothing else, and the status.
func refuse(
    _ words: [String],
    in folder: TemporaryFolder,
    environment: [String: String] = [:],
    launcher: [String] = [],
    status: Int32 = 1,
    with line: String,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let program = try Program(words, in: folder, environment: environment, launcher: launcher)
    let ended = try await program.waitForEnd()
    #expect(ended == status, sourceLocation: sourceLocation)
    #expect(program.errors == line + "\n", sourceLocation: sourceLocation)
    #expect(program.output == "", sourceLocation: sourceLocation)
}
