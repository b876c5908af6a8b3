package import HealthModel

/// A place in a user's feed, as a reader keeps it.
package struct ChangePlace: Hashable, Sendable {
    /// The position up to which the reader knows every change.
    package var position: Int64
    /// The last position when the reader began: of what was deleted until then it never heard, so
    /// it need not hear of the deletion either.
    package var beginning: Int64

    /// Makes a place.
    package init(position: Int64, beginning: Int64) {
        self.position = position
        self.beginning = beginning
    }

    /// The position behind which the reader needs every deletion.
    var deletionsKnown: Int64 { max(position, beginning) }
}

/// A question for what changed.
package struct ChangeQuery: Sendable {
    /// Whose feed.
    package var user: UserID
    /// Which changes.
    package var scope: ChangeScope
    /// Where the reader stands; nil for one that knows nothing.
    package var after: ChangePlace?
    /// The most changes wanted, of both kinds together; at least 1.
    package var limit: Int
    /// About how many bytes of samples are enough.
    package var limitInBytes: Int

    /// Makes a query.
    package init(
        user: UserID,
        scope: ChangeScope,
        after: ChangePlace?,
        limit: Int,
        limitInBytes: Int = .max
    ) {
        self.user = user
        self.scope = scope
        self.after = after
        self.limit = limit
        self.limitInBytes = limitInBytes
    }
}

/// One change of a user's samples.
package enum Change: Sendable {
    /// A sample that was added, and is still there.
    case added(StoredSample)
    /// A sample that is gone; its identifier and the number of its type.
    case deleted(SampleID, typeID: Int16)
}

/// Some changes in the order in which they became true.
package struct ChangePage: Sendable {
    /// The changes.
    package var changes: [Change]
    /// Where the reader stands once it knows them.
    package var place: ChangePlace
    /// Whether there are more behind them that this reader is told of.
    package var isCut: Bool
}
