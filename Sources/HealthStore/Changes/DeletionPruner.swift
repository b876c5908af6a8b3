import Dispatch
import HealthModel
package import Postgres
import Synchronization

/// Removes marks of deletions and names of batches that are old enough, a few at a time, and what has
/// expired, on a thread and a session of its own.
///
/// Which marks go is noted in the user's stream in the same transaction: a reader that would need
/// them is told to start over, and never goes on as if nothing had been deleted. Pushes forget old
/// batches, too; those of a user who pushes no more are left to this job.
package final class DeletionPruner: Sendable {
    private let stop: Stop
    private let end = ThreadEnd()
    private let thread: DedicatedThread

    /// Starts with a round through all users.
    ///
    /// - Parameter onFailure: called on the job's thread with why the database failed.
    package init(
        _ connection: ConnectionConfiguration,
        _ settings: PruningSettings = PruningSettings(),
        onFailure: @escaping @Sendable (String) -> Void
    ) {
        let stop = Stop()
        self.stop = stop
        thread = DedicatedThread("pruner") { [end] in
            defer { end.come() }
            var session = PruningSession(connection, settings)
            var schedule = PruningSchedule(settings, now: .now)
            while !stop.isSet {
                if case .wait(let moment) = schedule.next(at: .now) {
                    stop.wait(until: moment)
                    continue
                }
                do {
                    try session.step(&schedule)
                } catch {
                    schedule.failed(at: .now)
                    onFailure("\(error)")
                }
            }
        }
    }

    deinit {
        stop.set()
    }

    /// Lets the step under way end, and waits for that.
    package func close() async {
        stop.set()
        await end.wait()
        thread.join()
    }
}

/// The wish that the job ends.
private final class Stop: Sendable {
    private let state = Mutex(false)
    private let waker = DispatchSemaphore(value: 0)

    var isSet: Bool { state.withLock { $0 } }

    func set() {
        state.withLock { $0 = true }
        waker.signal()
    }

    func wait(until moment: ContinuousClock.Instant) {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: moment).components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        _ = waker.wait(timeout: .now() + .milliseconds(Int(max(0, milliseconds))))
    }
}

/// The job's session with the database, opened when it is needed and again when it was lost.
struct PruningSession {
    private let configuration: ConnectionConfiguration
    private let settings: PruningSettings
    private var connection: Connection?

    /// Prepares a session; nothing is connected yet.
    init(_ configuration: ConnectionConfiguration, _ settings: PruningSettings) {
        self.configuration = configuration
        self.settings = settings
    }

    /// Does what a schedule says is next, and tells it how that went; a wait is left to the caller.
    ///
    /// - Throws: why the database could not do it.
    mutating func step(_ schedule: inout PruningSchedule) throws {
        do {
            let connection = try connection ?? Connection(configuration)
            self.connection = connection
            switch schedule.next(at: .now) {
            case .look(let last):
                let (found, last) = try connection.scoped(.everyone) {
                    try look(after: last, on: connection)
                }
                schedule.looked(found, last: last, at: .now)
            case .prune(let user):
                let removed = try connection.scoped(.user(user)) {
                    try prune(user, on: connection)
                }
                schedule.pruned(removed: removed, at: .now)
            case .wait: break
            }
        } catch {
            connection = nil
            throw error
        }
    }

    private func look(
        after last: UserID?,
        on connection: Connection
    ) throws -> (found: [UserID], last: UserID?) {
        let rows = try connection.run(
            PruningSQL.listUsers,
            [
                .int8(last?.number ?? .min), .int4(settings.usersPerLook),
                .int4(settings.retentionInDays), .int8(batchesKeptSince), .int8(expiredBefore),
            ]
        )
        let users = (0..<rows.rowCount).map { UserID(number: rows.int8($0, 0)) }
        let found = (0..<rows.rowCount).filter { rows.bool($0, 1) }.map { users[$0] }
        return (found, users.count == Int(settings.usersPerLook) ? users.last : nil)
    }

    /// The time, in microseconds, before which batches may be forgotten; by this machine's clock, as
    /// they are saved by it.
    private var batchesKeptSince: Int64 {
        Instant.now.microseconds - settings.batchRetentionInSeconds * 1_000_000
    }

    /// The time, in microseconds, before which what expired is removed: a while after it did, so that
    /// a client learns that its request has expired.
    private var expiredBefore: Int64 {
        Instant.now.microseconds - settings.expiredRetentionInSeconds * 1_000_000
    }

    /// Removes marks and batches in one transaction and answers how many there were of whichever
    /// were more; nil when somebody writes right now.
    private func prune(_ user: UserID, on connection: Connection) throws -> Int? {
        try connection.transaction {
            let locked = try connection.run(SettlingSQL.lockIfFree, [.int8(user.number)])
            guard locked.rowCount == 1 else { return nil }
            let forgotten = try connection.run(
                BatchSQL.prune,
                [.int8(user.number), .int8(batchesKeptSince), .int4(settings.stepSize)]
            )
            for statement in [AuthorizationSQL.prune, AccessCodeSQL.prune, SessionSQL.prune] {
                _ = try connection.run(statement, [.int8(user.number), .int8(expiredBefore)])
            }
            return max(try pruneMarks(user, on: connection), forgotten.affectedRows)
        }
    }

    private func pruneMarks(_ user: UserID, on connection: Connection) throws -> Int {
        let removed = try connection.run(
            PruningSQL.remove,
            [
                .int8(user.number), .int4(settings.stepSize),
                .int4(settings.retentionInDays),
            ]
        )
        guard let last = removed.int8Column(0).max() else { return 0 }
        _ = try connection.run(PruningSQL.note, [.int8(user.number), .int8(last)])
        return removed.rowCount
    }
}
