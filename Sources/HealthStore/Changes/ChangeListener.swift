import Dispatch
import Postgres

/// The thread of a hub: listens, looks from time to time, and ends what has waited long enough.
final class ChangeListener {
    private let configuration: ConnectionConfiguration
    private let settings: ChangeHubSettings
    private let core: ChangeHubCore
    private let onLoss: @Sendable (String) -> Void
    private var connection: Connection?
    private var backoff = Backoff(first: .milliseconds(200), longest: .seconds(5))
    private var hasReported = false
    private var retryAt = ContinuousClock.now
    private var pollAt = ContinuousClock.now

    init(
        _ configuration: ConnectionConfiguration,
        _ settings: ChangeHubSettings,
        _ core: ChangeHubCore,
        _ onLoss: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.settings = settings
        self.core = core
        self.onLoss = onLoss
    }

    /// The channel that every change is notified on.
    static let channel = "tributary_changes"

    /// Works until the hub is closed.
    func work() {
        while !core.isClosed {
            do {
                try step()
            } catch {
                lose(error)
            }
            core.resume { $0.expire(at: .now) }
        }
    }

    private func step() throws {
        guard let connection = try listening() else {
            // Without a session nothing is heard; waits still end in time.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(100))
            return
        }
        if pollAt <= .now { try poll(connection) }
        var notification = try connection.nextNotification(timeout: settings.tick)
        while let heard = notification {
            take(heard)
            notification = try connection.nextNotification(timeout: .zero)
        }
    }

    private func take(_ heard: Notification) {
        guard heard.channel == Self.channel else {
            guard let change = AccessChange(payload: heard.payload) else { return }
            core.report(.changed(change))
            // Of whom a client is a waiter is not known here; who may go on sees for themselves.
            if case .client = change { core.resume { $0.notifyAll() } }
            return
        }
        guard let user = UserID(heard.payload) else { return }
        core.resume { $0.notify(user) }
        core.report(user)
    }

    /// The session, made anew where it was lost; nil while it is too early to try again.
    private func listening() throws -> Connection? {
        if let connection { return connection }
        guard retryAt <= .now else { return nil }
        let fresh = try Connection(configuration)
        try fresh.listen(to: Self.channel)
        try fresh.listen(to: AccessSQL.channel)
        connection = fresh
        backoff.reset()
        hasReported = false
        // What happened before it listened was not heard.
        pollAt = .now
        core.report(nil)
        core.report(.listening)
        return fresh
    }

    private func lose(_ error: any Error) {
        connection = nil
        core.report(.deaf)
        retryAt = .now + backoff.next()
        guard !hasReported else { return }
        hasReported = true
        onLoss("\(error)")
    }

    /// Compares the positions of all who are waited for, some hundred at a time.
    private func poll(_ connection: Connection) throws {
        pollAt = .now + settings.pollInterval
        var users = core.users[...]
        while !users.isEmpty {
            let piece = users.prefix(Self.pieceSize)
            users = users.dropFirst(Self.pieceSize)
            let rows = try connection.scoped(.everyone) {
                try connection.run(
                    ChangeSQL.listStreams,
                    [.int8Array(piece.map(\.number)), .int4(Int32(Self.pieceSize))]
                )
            }
            let last = Dictionary(
                uniqueKeysWithValues: (0..<rows.rowCount).map {
                    (UserID(number: rows.int8($0, 0)), rows.int8($0, 1))
                }
            )
            core.resume { $0.compare(piece.map { (user: $0, last: last[$0]) }) }
        }
    }

    private static let pieceSize = 500
}
