package import HealthModel

/// What one request wants deleted.
package struct SampleDeletion: Sendable {
    /// Whose samples.
    package var user: UserID
    /// Which samples.
    package var selection: Selection
    /// Whether what a deleted correlation holds goes with it; else it stays, in no correlation.
    package var includesContained: Bool
    /// Who deletes.
    package var deleter: Deleter
    /// Who deletes, for the audit log.
    package var actor: String

    /// Makes a deletion.
    package init(
        user: UserID,
        selection: Selection,
        includesContained: Bool = false,
        deleter: Deleter,
        actor: String
    ) {
        self.user = user
        self.selection = selection
        self.includesContained = includesContained
        self.deleter = deleter
        self.actor = actor
    }

    /// A way to say which samples.
    package enum Selection: Sendable {
        /// Those with these identifiers.
        case identifiers([SampleID])
        /// Those of a type whose sync identifiers these keys stand for.
        case synchronized(typeID: Int16, keys: [UInt128])
        /// Those of a type in a range, as a query for samples selects them.
        case range(typeID: Int16, TimeRange, StrictOptions)
    }

    /// The most samples that a range gives in one call, and the most names a call may have.
    ///
    /// Fewer where each may take what it holds with it.
    package static func limit(includesContained: Bool) -> Int {
        includesContained ? 1000 : 10_000
    }
}

/// Who may delete what.
package enum Deleter: Sendable {
    /// The operator: anything.
    case `operator`
    /// A client: what it saved itself, of types that it may share.
    case client(ClientID, Grants)

    /// The client to narrow to, for a `$n IS NULL OR client_id = $n`.
    var clientNumber: Int32? {
        switch self {
        case .operator: nil
        case .client(let client, _): client.number
        }
    }
}

/// What became of something that was to be deleted.
package enum DeletionOutcome: Hashable, Sendable {
    /// It is gone.
    case deleted
    /// It was deleted before, or earlier in the request.
    case duplicate
    /// There is nothing of the kind, or nothing that the caller may know of.
    case sampleNotFound
    /// Another client saved it, whose samples of the type the caller reads.
    case notOwner
    /// Nobody decided yet whether the client may share the type.
    case authorizationNotDetermined
    /// The client may not share the type.
    case sharingDenied
}

/// What became of a deletion.
package struct DeletionResult: Sendable {
    /// One outcome for each identifier or key, in order; of a range only the samples that stay.
    package var outcomes: [(id: SampleID?, outcome: DeletionOutcome)]
    /// How many samples are gone, with what correlations held.
    package var deletedCount: Int
    /// Whether the range may hold more.
    package var isPartial: Bool
    /// The user's last position after the deletion.
    package var position: Int64
}
