import HealthModel
import Postgres

extension HealthStore {
    /// Lists samples, sorted by start and then identifier, up or down; correlations with what they
    /// hold.
    ///
    /// Ends early where the samples are large: workouts and correlations are fetched a few at a
    /// time, so that no page, whatever somebody stored, takes much memory.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func samplePage(_ query: SampleQuery) async throws -> SamplePage {
        try await retrying {
            try await pool.withConnection { connection in
                _ = try Self.user(query.user, on: connection)
                guard query.contained != nil else { return try Self.page(query, on: connection) }
                // What a correlation holds is what it held when it was found.
                return try connection.transaction(.snapshot) {
                    try Self.page(query, on: connection)
                }
            }
        }
    }

    private static func page(
        _ query: SampleQuery,
        on connection: Connection
    ) throws -> SamplePage {
        var page = SamplePage(samples: [], isCut: false)
        var piece = query
        var bytes = 0
        // One more than asked for tells whether there is another page.
        while page.samples.count <= query.limit, bytes < query.limitInBytes {
            piece.limit = min(query.limit + 1 - page.samples.count, query.pieceSize)
            let rows = try connection.run(piece.statement, piece.binds)
            var found = try StoredSample.read(rows, of: query.user, on: connection)
            if let access = query.contained {
                try addMembers(to: &found, of: query.user, access, on: connection)
            }
            bytes += found.reduce(0) { $0 + $1.sizeInBytes }
            page.samples += found
            guard found.count == piece.limit, let last = found.last else { return page }
            piece.after = SamplePosition(start: last.start.instant.microseconds, id: last.id)
        }
        page.isCut = true
        page.samples = Array(page.samples.prefix(query.limit))
        return page
    }

    /// Adds to correlations what they hold, as far as the caller may see it.
    static func addMembers(
        to samples: inout [StoredSample],
        of user: UserID,
        _ access: ReadAccess,
        on connection: Connection
    ) throws {
        guard !samples.isEmpty else { return }
        let rows = try connection.run(
            ContainedSQL.list,
            [
                .int8(user.number), .uuidArray(samples.map(\.id.bits)), access.clientBind,
                access.typesBind, .int4(Int32(samples.count * contentLimit)),
            ]
        )
        var members: [SampleID: [StoredSample]] = [:]
        for member in try StoredSample.read(rows, of: user, on: connection) {
            if let container = member.container { members[container, default: []].append(member) }
        }
        for place in samples.indices { samples[place].members = members[samples[place].id] ?? [] }
    }

    /// The most samples that one can hold.
    package static let contentLimit = 256
}

extension SampleQuery {
    /// How many samples are fetched at a time.
    fileprivate var pieceSize: Int {
        typeID == WorkoutType.id || contained != nil ? 32 : Int(Int32.max)
    }
}

/// The statement that finds what correlations hold.
enum ContainedSQL {
    static let list = Statement(
        "samples.listContained",
        """
        SELECT \(StoredSample.columns)
        FROM \(SampleRows.identifiers)
        \(
            SampleRows.lookup(
                StoredSample.storedColumns,
                where: """
                    k.container = x.uuid AND k.container IS NOT NULL
                        AND ($3::int4 IS NULL OR k.client_id = $3 OR k.type_id = ANY($4::int2[]))
                    """,
                as: "s"
            )
        )
        ORDER BY s.container, s.type_id, s.uuid
        LIMIT $5
        """
    )

    static let statements = [list]
}
