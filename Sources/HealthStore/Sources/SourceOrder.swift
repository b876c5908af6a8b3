package import HealthModel
package import MergeEngine
import Postgres

/// The order of a user's sources for one type, as set and as it works out.
package struct SourceOrder: Sendable {
    /// The sources that were put in order, best first.
    package let ranked: [SourceRecord]
    /// The sources that were switched off.
    package let disabled: [SourceRecord]
    /// Every source that has samples of the type, best first, with those switched off left out.
    package let ranking: [RankedSource]
    /// How far the totals have followed the order; nothing for who sees only their own samples.
    package let settling: SettlingProgress
}

/// A source's place in the ranking.
package struct RankedSource: Sendable {
    /// The source.
    package let source: SourceRecord
    /// The class it is ranked in by default.
    package let sourceClass: SourceClass
    /// Whether it was put into the order by name.
    package let isExplicit: Bool
}

/// Ranks of one user's sources for one type, by the number that samples carry.
struct SourceRanks {
    /// The sources by their number.
    let sources: [Int32: SourceRecord]
    private let ranking: SourceRanking
    private let indices: [Int32: Int]

    init(sources records: [SourceRecord], ranked: [Int32], disabled: [Int32]) {
        var indices: [Int32: Int] = [:]
        for (index, record) in records.enumerated() { indices[record.id.number] = index }
        self.indices = indices
        sources = Dictionary(uniqueKeysWithValues: records.map { ($0.id.number, $0) })
        ranking = SourceRanking(
            sources: records.map(\.identity),
            order: ranked.compactMap { indices[$0] },
            disabled: Set(disabled.compactMap { indices[$0] })
        )
    }

    /// The rank of a sample; nil when its source is switched off.
    func rank(source: Int32, isUserEntered: Bool) -> Int32? {
        guard let index = indices[source] else { return nil }
        return ranking.rank(ofSource: index, isUserEntered: isUserEntered)
    }

    /// The numbers of the sources that are switched off, ascending.
    var disabled: [Int32] {
        sources.keys.filter { rank(source: $0, isUserEntered: false) == nil }.sorted()
    }
}

extension HealthStore {
    /// Reads the order for a type; a caller that sees only its own samples sees only their sources.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func sourceOrder(
        user: UserID,
        typeID: Int16,
        visibility: Visibility
    ) async throws -> SourceOrder {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let visible = try Self.sources(
                of: user,
                typeID: typeID,
                visibility: visibility,
                on: connection
            )
            let order = try Self.storedOrder(user: user, typeID: typeID, on: connection)
            var named = visible
            var settling = SettlingProgress.none
            if visibility == .all {
                settling = try Self.settlingProgress(user: user, typeID: typeID, on: connection)
                // Sources without samples of the type may be in its order, too.
                let seen = Set(visible.map(\.id))
                named += try Self.sources(of: user, on: connection).filter { !seen.contains($0.id) }
            }
            return Self.sourceOrder(visible, named: named, order, settling)
        }
    }

    /// Sets the order for a type and which sources are switched off, each by key.
    ///
    /// Every day of the type is marked to be settled in the same transaction: the next read of
    /// any total follows the new order.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.sourceNotFound` for a key that is not one of
    ///   the user's sources.
    package func putSourceOrder(
        user: UserID,
        typeID: Int16,
        ranked: [SampleID],
        disabled: [SampleID],
        by actor: String
    ) async throws {
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                let numbers = try Self.numbers(of: user, on: connection)
                _ = try connection.run(
                    SourceOrderSQL.upsert,
                    [
                        .int8(user.number), .int2(typeID),
                        .int4Array(try ranked.map { try numbers.number($0) }),
                        .int4Array(try disabled.map { try numbers.number($0) }),
                    ]
                )
                _ = try connection.run(
                    DirtyDaySQL.insertAll,
                    [.int8(user.number), .int2(typeID)]
                )
                try AuditEvent(
                    actor: actor,
                    action: "sourceOrder.put",
                    user: user,
                    subject: Catalogue.sampleType(id: typeID)?.identifier
                ).record(on: connection)
            }
        }
        settler?.noteOrder(user: user, typeID: typeID)
    }

    static func ranks(user: UserID, typeID: Int16, on connection: Connection) throws -> SourceRanks
    {
        let order = try storedOrder(user: user, typeID: typeID, on: connection)
        return SourceRanks(
            sources: try sources(of: user, on: connection),
            ranked: order.ranked,
            disabled: order.disabled
        )
    }

    private static func storedOrder(
        user: UserID,
        typeID: Int16,
        on connection: Connection
    ) throws -> (ranked: [Int32], disabled: [Int32]) {
        let rows = try connection.run(SourceOrderSQL.find, [.int8(user.number), .int2(typeID)])
        guard rows.rowCount == 1 else { return ([], []) }
        return (rows.int4Array(0, 0), rows.int4Array(0, 1))
    }

    private static func numbers(
        of user: UserID,
        on connection: Connection
    ) throws -> SourceNumbers {
        SourceNumbers(try sources(of: user, on: connection))
    }

    private static func sourceOrder(
        _ visible: [SourceRecord],
        named: [SourceRecord],
        _ order: (ranked: [Int32], disabled: [Int32]),
        _ settling: SettlingProgress
    ) -> SourceOrder {
        let byNumber = Dictionary(uniqueKeysWithValues: named.map { ($0.id.number, $0) })
        let ranks = SourceRanks(sources: named, ranked: order.ranked, disabled: order.disabled)
        let ranking = visible.compactMap { source -> (rank: Int32, source: SourceRecord)? in
            ranks.rank(source: source.id.number, isUserEntered: false).map { ($0, source) }
        }
        return SourceOrder(
            ranked: order.ranked.compactMap { byNumber[$0] },
            disabled: order.disabled.compactMap { byNumber[$0] },
            ranking: ranking.sorted { $0.rank < $1.rank }.map { _, source in
                RankedSource(
                    source: source,
                    sourceClass: SourceRanking.sourceClass(
                        of: source.identity,
                        isUserEntered: false
                    ),
                    isExplicit: order.ranked.contains(source.id.number)
                )
            },
            settling: settling
        )
    }
}

/// Looks up sources by the key that clients know them by.
struct SourceNumbers {
    private let byKey: [SampleID: Int32]

    /// Takes the sources that may be named.
    init(_ sources: [SourceRecord]) {
        byKey = Dictionary(uniqueKeysWithValues: sources.map { ($0.key, $0.id.number) })
    }

    /// The number of a source.
    ///
    /// - Throws: `HealthStoreError.sourceNotFound`.
    func number(_ key: SampleID) throws -> Int32 {
        guard let number = byKey[key] else {
            throw HealthStoreError.sourceNotFound(key: key.description)
        }
        return number
    }
}

/// Statements about the order of sources.
enum SourceOrderSQL {
    static let find = Statement(
        "sourceOrders.find",
        "SELECT ranked, disabled FROM source_orders WHERE user_id = $1 AND type_id = $2"
    )

    static let upsert = Statement(
        "sourceOrders.upsert",
        """
        INSERT INTO source_orders AS o (user_id, type_id, ranked, disabled)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id, type_id) DO UPDATE
        SET ranked = excluded.ranked, disabled = excluded.disabled, updated_at = now()
        """
    )

    static let statements = [find, upsert]
}
