import EmbeddedPostgres
import Foundation
import Migrator
import Postgres

/// The database a verification looks at, which a server may be using at the same time.
struct VerifiedDatabase {
    private let database: Database
    /// Keeps servers out while the cluster is ours.
    private let claim: DirectoryClaim?

    /// Finds the database that the options name.
    ///
    /// Of a data directory that a server uses, it is the server's cluster, by its socket; of one
    /// that nobody uses, the cluster is started for as long as needed, as `migrate` does.
    ///
    /// - Throws: `CommandError`, `EmbeddedPostgresError`.
    static func open(_ arguments: Arguments) throws -> VerifiedDatabase {
        let directory = ServerDirectory(
            path: arguments.text("--data-dir") ?? ServerDirectory.standard
        )
        if let url = arguments.text("--database-url") {
            let database = Database(
                url: url,
                migrationURL: arguments.text("--migration-database-url")
            )
            return VerifiedDatabase(database: database, claim: nil)
        }
        guard FileManager.default.fileExists(atPath: directory.cluster) else {
            throw CommandError("there is no database in \(directory.path)")
        }
        do {
            let claim = try DirectoryClaim(directory)
            let database = try Database.open(
                url: nil,
                directory: directory,
                programs: arguments.text("--postgres-bin"),
                onFailure: { _ in }
            )
            return VerifiedDatabase(database: database, claim: claim)
        } catch let error as CommandError {
            guard let running = running(in: directory) else { throw error }
            return VerifiedDatabase(database: running, claim: nil)
        }
    }

    /// Opens a session without limits on how long a statement may take.
    ///
    /// - Throws: `CommandError` when it cannot be used or is not of this program's schema.
    func connection() throws -> Connection {
        let states = try Migrator(Database.migrations).status(try database.migrationConnection())
        guard states.allSatisfy({ $0.state == .applied }) else {
            throw CommandError(
                "the database has another schema than this program: see tributary migrate status"
            )
        }
        return try database.sessionWithoutLimits()
    }

    /// Stops what was started.
    func close() {
        database.close()
        claim?.release()
    }

    /// The database of the server that uses the directory; nil if it does not answer.
    private static func running(in directory: ServerDirectory) -> Database? {
        let database = Database(of: directory)
        let answers = (try? database.migrationConnection()) != nil
        return answers ? database : nil
    }
}
