import Migrator
import Postgres

/// `tributary migrate`: looks at the schema and changes it.
enum MigrateCommand {
    static let status = Command(
        path: ["migrate", "status"],
        summary: "Show which migrations the database has",
        options: ServerConfiguration.databaseOptions
    ) { arguments in
        try withConnection(arguments) { connection in
            let states = try Migrator(Database.migrations).status(connection)
            for state in states {
                let number = String(state.version)
                let padding = String(repeating: "0", count: max(0, 4 - number.count))
                printOut("\(padding)\(number)  \(name(state.state))  \(state.name)\n")
            }
            return states.allSatisfy { $0.state == .applied || $0.state == .pending } ? 0 : 1
        }
    }

    static let up = Command(
        path: ["migrate", "up"],
        summary: "Apply the migrations that are missing",
        options: ServerConfiguration.databaseOptions + [target("stop at this version")]
    ) { arguments in
        try withConnection(arguments) { connection in
            let applied = try Migrator(Database.migrations).up(
                connection,
                to: try arguments.integer("--to", in: 0...9999)
            )
            for migration in applied {
                printOut("applied \(migration.version) \(migration.name)\n")
            }
            if applied.isEmpty { printOut("nothing to apply\n") }
            return 0
        }
    }

    static let down = Command(
        path: ["migrate", "down"],
        summary: "Take migrations back, with the data that is stored in what they made",
        options: ServerConfiguration.databaseOptions + [target("the version to go back to")]
    ) { arguments in
        guard let version = try arguments.integer("--to", in: 0...9999) else {
            throw UsageError("--to is required")
        }
        return try withConnection(arguments) { connection in
            try Migrator(Database.migrations).down(connection, to: version)
            printOut("the database is at version \(version)\n")
            return 0
        }
    }

    private static func target(_ help: String) -> Option {
        Option(name: "--to", value: "VERSION", help: help)
    }

    private static func withConnection(
        _ arguments: Arguments,
        _ body: (Connection) throws -> Int32
    ) throws -> Int32 {
        let directory = ServerDirectory(
            path: arguments.text("--data-dir") ?? ServerDirectory.standard
        )
        let url = arguments.text("--database-url")
        if url == nil { try directory.make() }
        let database = try Database.open(
            url: url,
            migrationURL: arguments.text("--migration-database-url"),
            directory: directory,
            programs: arguments.text("--postgres-bin"),
            onFailure: { _ in }
        )
        defer { database.close() }
        return try body(try database.migrationConnection())
    }

    private static func name(_ state: MigrationStatus.State) -> String {
        switch state {
        case .applied: "applied"
        case .pending: "pending"
        case .changed: "CHANGED"
        case .unknown: "UNKNOWN"
        }
    }
}
