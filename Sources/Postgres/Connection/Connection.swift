import CLibpq
import Foundation

/// Where a session stands with regard to transactions.
package enum TransactionStatus: Sendable, Hashable {
    /// No transaction is open.
    case idle
    /// A statement or a COPY is under way.
    case active
    /// A transaction is open and sound.
    case inTransaction
    /// A transaction is open and has failed; it can only be rolled back.
    case inError
    /// The connection is lost.
    case unknown
}

/// One session with the database.
///
/// It has one owner and is used on one thread at a time; every call blocks that thread. Calls that
/// throw leave the connection usable unless `isBroken` says otherwise.
package final class Connection {
    /// libpq's connection; it is finished with this object.
    let handle: OpaquePointer
    /// The statements known to the session, by name.
    var prepared: [String: Preparation] = [:]
    /// The parameters of the call under way.
    var parameters = ParameterBuffer()
    /// What transactions begin with.
    var scope: TransactionScope?
    /// Whether the session is in a state that this module cannot repair.
    var isPoisoned = false

    /// What a prepared name stands for.
    struct Preparation: Equatable {
        let sql: String
        let types: [UInt32]
    }

    /// Opens a session and applies its settings.
    ///
    /// - Throws: `.configuration`, `.timeout` or `.connection`; a refusal keeps its SQLSTATE, and
    ///   so does a setting that the server does not know.
    package init(_ configuration: ConnectionConfiguration) throws(PostgresError) {
        handle = try openHandle(configuration)
        let settings = configuration.sessionSettings.sorted { $0.key < $1.key }
        _ = try pipeline([
            (
                applySettings,
                [.textArray(settings.map(\.key)), .textArray(settings.map(\.value))]
            )
        ])
    }

    deinit {
        PQfinish(handle)
    }
}

private let applySettings = Statement(
    "apply_session_settings",
    """
    SELECT set_config(s.name, s.value, false)
    FROM unnest($1::text[], $2::text[]) AS s (name, value)
    """
)

@available(*, unavailable)
extension Connection: Sendable {}

extension Connection {
    /// Runs one statement and answers its rows, all of them, in binary.
    ///
    /// - Throws: what the server or the connection had against it, with the statement's name.
    package func run(
        _ statement: Statement,
        _ binds: [Bind] = []
    ) throws(PostgresError) -> QueryResult {
        if scope != nil, transactionStatus == .idle { return try pipeline([(statement, binds)])[0] }
        parameters.encode(binds)
        try prepare(statement)
        guard send(statement) else {
            throw PostgresError(handle: handle, queryName: statement.name)
        }
        return try result(of: statement.name)
    }

    /// Runs any number of statements by the simple protocol; values cannot be given.
    ///
    /// Without an explicit `BEGIN` in it, the script is one transaction.
    package func script(_ sql: String) throws(PostgresError) {
        guard PQsendQuery(handle, sql) == 1 else {
            throw PostgresError(handle: handle, queryName: "script")
        }
        _ = try result(of: "script")
    }

    /// Whether the session can do no more work and must be replaced.
    package var isBroken: Bool {
        isPoisoned || PQstatus(handle) == CONNECTION_BAD
    }

    /// Where the session stands, as of the last answer of the server.
    package var transactionStatus: TransactionStatus {
        switch PQtransactionStatus(handle) {
        case PQTRANS_IDLE: .idle
        case PQTRANS_ACTIVE: .active
        case PQTRANS_INTRANS: .inTransaction
        case PQTRANS_INERROR: .inError
        default: .unknown
        }
    }

    /// The process number of the session's server process, as `pg_stat_activity.pid` has it.
    package var serverProcess: Int32 { PQbackendPID(handle) }

    /// Finds out whether the server has closed an idle session, without a round trip as a rule.
    ///
    /// Something to read on an idle session is mostly the server's farewell, whose end may still be
    /// under way; only then the server is asked.
    package func isAlive() -> Bool {
        guard !isBroken else { return false }
        if waitForSocket(of: handle, .readable, until: .now).isEmpty { return true }
        guard PQconsumeInput(handle) == 1 else { return false }
        do {
            try script("")
            return !isBroken
        } catch {
            return false
        }
    }
}

extension Connection {
    /// Sends the statement with the encoded parameters; false when libpq refused.
    func send(_ statement: Statement) -> Bool {
        parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1) == 1
        }
    }

    /// Collects the answer to one command: the first error if there is any, else the last result.
    func result(of name: String) throws(PostgresError) -> QueryResult {
        var last: QueryResult?
        var failure: PostgresError?
        while let raw = PQgetResult(handle) {
            let result = QueryResult(raw)
            if let error = problem(with: result, name), failure == nil { failure = error }
            if isPoisoned { break }
            last = result
        }
        if let failure { throw failure }
        guard let last else { throw PostgresError(handle: handle, queryName: name) }
        return last
    }

    /// What a result says went wrong, or nil.
    ///
    /// A COPY that nobody asked for cannot be drained here: the session is given up. The same goes
    /// for one whose prepared plans no longer fit the schema or are gone.
    func problem(with result: QueryResult, _ name: String) -> PostgresError? {
        switch PQresultStatus(result.raw) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC:
            return nil
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            isPoisoned = true
            return PostgresError(
                .protocolViolation,
                message: "COPY runs through copyIn only",
                queryName: name
            )
        case PGRES_PIPELINE_ABORTED:
            return PostgresError(
                .protocolViolation,
                message: "skipped because an earlier step of the pipeline failed",
                queryName: name
            )
        default:
            let error = PostgresError(result: result.raw, handle: handle, queryName: name)
            if error.sqlState == "26000" || error.isStalePlan { isPoisoned = true }
            return error
        }
    }
}

extension PostgresError {
    /// Whether a prepared statement was planned before the tables changed under it.
    fileprivate var isStalePlan: Bool {
        sqlState == "0A000" && message.contains("cached plan must not change result type")
    }
}
