import CLibpq

/// A message that another session sent with NOTIFY.
package struct Notification: Sendable, Hashable {
    /// The channel it was sent on.
    package let channel: String
    /// Its text; empty when there was none.
    package let payload: String
    /// The process number of the sender's server process.
    package let sender: Int32
}

extension Connection {
    /// Subscribes the session to a channel.
    package func listen(to channel: String) throws(PostgresError) {
        try script("LISTEN \(quotedIdentifier(channel))")
    }

    /// Ends the session's subscription to a channel.
    package func stopListening(to channel: String) throws(PostgresError) {
        try script("UNLISTEN \(quotedIdentifier(channel))")
    }

    /// Waits for the next notification, at most `timeout`; nil when none came.
    ///
    /// - Throws: `.connection` when the session is lost meanwhile.
    package func nextNotification(
        timeout: Duration
    ) throws(PostgresError) -> Notification? {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let notification = takeNotification() { return notification }
            if waitForSocket(of: handle, .readable, until: deadline).isEmpty { return nil }
            guard PQconsumeInput(handle) == 1, !isBroken else {
                throw PostgresError(handle: handle, queryName: nil)
            }
        }
    }

    private func takeNotification() -> Notification? {
        guard let raw = PQnotifies(handle) else { return nil }
        defer { PQfreemem(raw) }
        return Notification(
            channel: String(cString: raw.pointee.relname),
            payload: String(cString: raw.pointee.extra),
            sender: raw.pointee.be_pid
        )
    }
}

/// Quotes a name for SQL; doubled quotation marks are all that an identifier needs.
package func quotedIdentifier(_ name: String) -> String {
    let body = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + body.joined(separator: "\"\"") + "\""
}
