import HealthModel
import HealthStore
import Postgres

/// Deleting, and looking at what changes left behind.
extension StoreFixture {
    /// Deletes samples by identifier, as the operator unless told otherwise.
    func delete(
        _ samples: [TestSample],
        user: UserID,
        by deleter: Deleter = .operator,
        contained: Bool = false
    ) async throws -> [DeletionOutcome] {
        try await delete(
            .identifiers(samples.map(\.id)),
            user: user,
            by: deleter,
            contained: contained
        ).outcomes.map(\.outcome)
    }

    /// Deletes what a selection names.
    func delete(
        _ selection: SampleDeletion.Selection,
        user: UserID,
        by deleter: Deleter = .operator,
        contained: Bool = false
    ) async throws -> DeletionResult {
        try await store.delete(
            SampleDeletion(
                user: user,
                selection: selection,
                includesContained: contained,
                deleter: deleter,
                actor: "test"
            )
        )
    }

    /// What is live and what is marked as deleted of a user, in the order of the identifiers.
    struct State: Equatable, CustomStringConvertible {
        /// Identifier, value and container of each live sample.
        var live: [String]
        /// The identifiers with the mark of a deletion.
        var deleted: [String]
        /// Type, source, client and number of samples.
        var counts: [String]

        var description: String { "live \(live) deleted \(deleted) counts \(counts)" }
    }

    /// What is stored of a user, whatever the order in which it came.
    func state(of user: UserID) async throws -> State {
        let id = "ltrim(replace(uuid::text, '-', ''), '0')"
        let live = try await query(
            """
            SELECT \(id) || ':' || value
                || coalesce(' in ' || ltrim(replace(container::text, '-', ''), '0'), '')
            FROM samples WHERE user_id = $1 ORDER BY uuid
            """,
            [.int8(user.number)]
        ) { $0.textColumn(0) }
        let deleted = try await query(
            "SELECT \(id) FROM deletions WHERE user_id = $1 ORDER BY uuid",
            [.int8(user.number)]
        ) { $0.textColumn(0) }
        return State(live: live, deleted: deleted, counts: try await counts(of: user))
    }

    /// The kept numbers of samples by type, source and client, once they are what they should be.
    private func counts(of user: UserID) async throws -> [String] {
        let kept = try await query(
            """
            SELECT concat_ws(' ', t.type_id, s.bundle_identifier, s.product_type, t.client_id,
                t.sample_count)
            FROM source_types AS t
            JOIN sources AS s ON s.user_id = t.user_id AND s.id = t.source_id
            WHERE t.user_id = $1 ORDER BY 1
            """,
            [.int8(user.number)]
        ) { $0.textColumn(0) }
        let counted = try await query(
            """
            SELECT concat_ws(' ', t.type_id, s.bundle_identifier, s.product_type, t.client_id,
                count(*))
            FROM samples AS t
            JOIN sources AS s ON s.user_id = t.user_id AND s.id = t.source_id
            WHERE t.user_id = $1
            GROUP BY t.type_id, s.bundle_identifier, s.product_type, t.client_id ORDER BY 1
            """,
            [.int8(user.number)]
        ) { $0.textColumn(0) }
        return kept == counted ? kept : ["kept \(kept), counted \(counted)"]
    }

    /// The last position given to a change of a user.
    func lastPosition(of user: UserID) async throws -> Int64 {
        try await query(
            "SELECT last_position FROM user_streams WHERE user_id = $1",
            [.int8(user.number)]
        ) { $0.int8(0, 0) }
    }

    /// Every position that a sample or a mark of a user stands at, ascending.
    func changePositions(of user: UserID) async throws -> [Int64] {
        try await query(
            """
            SELECT position FROM samples WHERE user_id = $1
            UNION ALL
            SELECT position FROM deletions WHERE user_id = $1
            ORDER BY 1
            """,
            [.int8(user.number)]
        ) { $0.int8Column(0) }
    }
}

extension TestSample {
    /// The sample as a version of what a sync identifier names.
    func version(_ version: Double, of identifier: String = "a") -> TestSample {
        with { $0.sync = SyncIdentity(identifier: identifier, version: version) }
    }

    /// A correlation of food over other samples.
    static func food(_ id: UInt64, holding members: [TestSample]) -> TestSample {
        TestSample(id, value: 0).with { sample in
            sample.kind = CorrelationType.food.rawValue
            sample.members = members
        }
    }
}
