/// What went wrong between this program and PostgreSQL.
///
/// `description` is safe to log and to show: it never holds bind values nor the server's detail.
/// `debugDescription` adds detail and hint.
package struct PostgresError: Error, Sendable {
    /// The kind of failure, coarse enough to decide what to do.
    package enum Code: Sendable, Hashable {
        /// The connection could not be made, or was lost.
        case connection
        /// The connection string or a setting makes no sense; trying again does not help.
        case configuration
        /// The server refused a statement; `sqlState` says why.
        case server
        /// The conversation took a turn that the protocol or this module does not allow.
        case protocolViolation
        /// A statement, a lock or a connection attempt took longer than it may.
        case timeout
        /// The task was cancelled before its work began, or the statement was cancelled.
        case cancelled
        /// Every connection is busy and the queue is full, or the wait for one was too long.
        case poolExhausted
        /// The pool is closed.
        case poolClosed
    }

    /// The kind of failure.
    package let code: Code
    /// The five characters of the SQL standard's condition; nil when no server said anything.
    package let sqlState: String?
    /// One sentence, free of bind values.
    package let message: String
    /// The server's elaboration; nil where it would quote row values (classes 22 and 23).
    package let detail: String?
    /// The server's advice.
    package let hint: String?
    /// Where in the statement, in characters from 1.
    package let position: Int?
    /// The name of the statement that failed.
    package let queryName: String?

    /// Makes an error; `message` and `detail` must be free of bind values.
    package init(
        _ code: Code,
        sqlState: String? = nil,
        message: String,
        detail: String? = nil,
        hint: String? = nil,
        position: Int? = nil,
        queryName: String? = nil
    ) {
        self.code = code
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
        self.position = position
        self.queryName = queryName
    }
}

extension PostgresError {
    /// Whether the same work may succeed when it is done again from its beginning.
    ///
    /// True for serialization failures and deadlocks, lost connections, a server that stops or
    /// starts, and the one message by which Citus says that a shard has just moved. Of class
    /// 08 only 08P01 is not: it is how the server answers binary data of the wrong width.
    package var isRetryable: Bool {
        guard let sqlState else { return code == .connection }
        switch sqlState {
        case "40001", "40P01", "57P01", "57P02", "57P03": return true
        case "08P01": return false
        case "XX000": return message.contains("could not find valid entry for shard")
        default: return sqlState.hasPrefix("08")
        }
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    /// One line without bind values, detail or hint.
    package var description: String {
        let state = sqlState.map { " \($0)" } ?? ""
        let place = queryName.map { " in \($0)" } ?? ""
        return "\(code)\(state)\(place): \(message)"
    }

    /// The description with the position, the server's detail and its hint.
    package var debugDescription: String {
        var text = description
        if let position { text += " (at character \(position))" }
        if let detail { text += "; detail: \(detail)" }
        if let hint { text += "; hint: \(hint)" }
        return text
    }
}
