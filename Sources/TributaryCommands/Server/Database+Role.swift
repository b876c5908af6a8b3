import HealthService
import Postgres

/// The roles that the database is worked with.
extension Database {
    /// The role that serves: not the owner of anything, and held by row-level security.
    static let serverRole = "tributary_server"

    /// Lets the role that serves log in, where only we can come to the socket.
    ///
    /// A migration makes the role; elsewhere its logins are the operator's to decide about.
    func admitServerRole(over connection: Connection) throws {
        if embedded != nil { try connection.script("ALTER ROLE \(Self.serverRole) LOGIN") }
    }

    /// How a session of the server is made.
    ///
    /// Whoever the connection belongs to, it works as the role that serves.
    func configuration(
        _ applicationName: String,
        connectTimeout: Duration = .seconds(5)
    ) -> ConnectionConfiguration {
        ConnectionConfiguration(
            serverString,
            applicationName: applicationName,
            connectTimeout: connectTimeout,
            statementTimeout: limits.statement,
            idleInTransactionTimeout: limits.idleInTransaction,
            lockTimeout: limits.lock,
            settings: ["role": Self.serverRole]
        )
    }

    /// Opens a session as the role that serves, without limits on how long a statement may take.
    ///
    /// - Throws: `CommandError`.
    func sessionWithoutLimits() throws -> Connection {
        try admitServerRole(over: migrationConnection())
        var unlimited = self
        unlimited.limits.statement = .zero
        unlimited.limits.lock = .zero
        do {
            return try Connection(unlimited.configuration("tributary"))
        } catch {
            throw CommandError("the database cannot be used: \(error.message)")
        }
    }

    /// Looks who the server's sessions belong to, which may undo what `configuration` asks for.
    ///
    /// - Throws: `CommandError` for a role that cannot serve, or that row-level security does not
    ///   hold where that is required.
    func checkRole(isRequired: Bool, _ log: Log) throws {
        let session = try roleSession()
        let rows: QueryResult
        do {
            rows = try session.run(findRole, [.text(Self.serverRole)])
        } catch {
            throw CommandError("the database cannot be used: \(error.message)")
        }
        let role = rows.text(0, 0)
        guard rows.bool(0, 1) else {
            throw CommandError(
                "the database role \(role) is no member of \(Self.serverRole):"
                    + " GRANT \(Self.serverRole) TO \(role)"
            )
        }
        let reasons = [
            rows.bool(0, 2) ? "isSuperuser" : nil, rows.bool(0, 3) ? "bypassesRowSecurity" : nil,
            rows.bool(0, 4) ? "ownsTables" : nil,
        ].compactMap { $0 }
        guard let reason = reasons.first else { return }
        guard !isRequired else {
            throw CommandError(
                "the database role \(role) is not held by row-level security (\(reason)):"
                    + " see \"Database roles\" in docs/operations.md"
            )
        }
        log.write(.warning, "rowSecurityCanBeUndone", [("reason", .text(reason))])
    }

    private func roleSession() throws -> Connection {
        do {
            return try Connection(ConnectionConfiguration(serverString))
        } catch {
            throw CommandError("the database cannot be used: \(error.message)")
        }
    }
}

private let findRole = Statement(
    "roles.find",
    """
    SELECT r.rolname::text, pg_has_role(r.oid, $1, 'MEMBER'), r.rolsuper, r.rolbypassrls,
        EXISTS (
            SELECT 1
            FROM pg_class AS c
            WHERE c.oid = to_regclass('samples') AND pg_has_role(r.oid, c.relowner, 'MEMBER')
        )
    FROM pg_roles AS r
    WHERE r.rolname = session_user
    """
)
