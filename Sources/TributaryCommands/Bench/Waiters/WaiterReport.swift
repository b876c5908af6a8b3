import Foundation
import JSON
import Postgres

/// What idle waiters were found to cost.
struct WaiterReport: Sendable {
    /// Whom one write woke.
    struct Woken: Sendable {
        /// Waiters of the user it was for.
        let theirs: Int
        /// Waiters of others, which is a fault.
        let others: Int
    }

    let waiters: Int
    let users: Int
    let before: ProcessUsage
    let after: ProcessUsage
    let woken: Woken

    /// The resident memory of one waiter, in bytes.
    var bytesPerWaiter: Int {
        (after.residentBytes - before.residentBytes) / max(1, waiters - 2)
    }

    /// A table for people.
    func table() -> String {
        """
        \(waiters / 2) streams and \(waiters / 2) long polls of \(users) users
          memory of each         \(NumberText.bytes(Int64(bytesPerWaiter)))
          memory of the process  \(NumberText.bytes(Int64(after.residentBytes)))
          threads                \(after.threads), \(before.threads) before
          database sessions      \(after.sessions), \(before.sessions) before
          woken by one write     \(woken.theirs) of its user, \(woken.others) of others\n
        """
    }

    /// The same for programs, on one line.
    func json() -> String {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("waiters", waiters)
        writer.member("bytesPerWaiter", bytesPerWaiter)
        writer.member("residentBytes", after.residentBytes)
        writer.member("threads", after.threads)
        writer.member("databaseSessions", after.sessions)
        writer.member("woken", woken.theirs)
        writer.member("wokenOfOthers", woken.others)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}

/// What this process has at the moment.
struct ProcessUsage: Sendable {
    let residentBytes: Int
    let threads: Int
    /// Sessions of everybody with the database, but for the one that asks.
    let sessions: Int

    /// Looks.
    init(connectionString: String) throws {
        let status = try ProcessStatus()
        residentBytes = status.residentBytes
        threads = status.threads
        let connection = try Connection(ConnectionConfiguration(connectionString))
        let statement = Statement(
            "bench.sessions",
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
        sessions = Int(try connection.run(statement).int8(0, 0))
    }
}
