/// When and how much the background settler works; every value has a default that suits a server.
package struct SettlerSettings: Sendable, Hashable {
    /// How long a user has not written before the days of the last writes are settled.
    ///
    /// A device pushes batch after batch: settling between them would do the work again and again.
    package var quietTime: Duration = .seconds(3)
    /// The time between two looks for marks that nobody told of, or that were dropped.
    package var sweepInterval: Duration = .seconds(60)
    /// The most (user, type) pairs that one look takes in.
    package var sweepLimit = 1000
    /// The most (user, type) pairs that are remembered; what comes on top is left to a later look.
    package var capacity = 4096
    /// How long the settler steps aside each time it sees that requests wait for a connection.
    package var yieldTime: Duration = .milliseconds(20)
    /// The pause after a first failure of the database; it doubles with each further one.
    package var firstPause: Duration = .seconds(1)
    /// The longest pause after a failure.
    package var longestPause: Duration = .seconds(60)

    /// Takes the defaults.
    package init() {}
}

/// A user and a type of theirs whose totals may lag behind the samples.
package struct SettlingPair: Sendable, Hashable {
    /// Whose totals.
    package let user: UserID
    /// The type's number.
    package let typeID: Int16

    /// Names a pair.
    package init(user: UserID, typeID: Int16) {
        self.user = user
        self.typeID = typeID
    }
}

/// What the settler tells whoever runs it; free of users and values.
package enum SettlerEvent: Sendable, Hashable {
    /// So many days were settled since the last report.
    case settled(days: Int)
    /// The database failed, the first time after it worked; the settler tries again by itself.
    case paused(reason: String)
}
