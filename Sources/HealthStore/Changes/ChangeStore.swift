import HealthModel
import Postgres

extension HealthStore {
    /// Reads the next changes of a user's feed, all of one moment.
    ///
    /// Positions are given without gaps, in the order of commits, under the lock of the user's
    /// stream: whoever reads on behind a position that it has seen misses nothing and reads nothing
    /// twice. A sample that was replaced or deleted meanwhile is told by its deletion alone.
    ///
    /// - Throws: `HealthStoreError.userNotFound`; `.anchorExpired` when marks of deletions that the
    ///   reader would need are gone, or the feed does not reach its place.
    package func changes(_ query: ChangeQuery) async throws -> ChangePage {
        try await retrying {
            try await pool.withConnection(as: .user(query.user)) { connection in
                try connection.transaction(.snapshot) {
                    try ChangeReader(query, on: connection).page()
                }
            }
        }
    }
}

/// One reading of a page, inside a transaction.
private struct ChangeReader {
    /// A change without its content.
    private struct Entry {
        let id: SampleID
        let position: Int64
        let typeID: Int16
        let isDeletion: Bool

        /// Whether its content may be large.
        var isHeavy: Bool {
            !isDeletion && (typeID == WorkoutType.id || CorrelationType(rawValue: typeID) != nil)
        }
    }

    private let query: ChangeQuery
    private let connection: Connection
    private let end: Int64
    private let start: ChangePlace
    /// How many samples there are for each one that the reader sees; 1 where it sees all.
    private let sparsity: Double

    init(_ query: ChangeQuery, on connection: Connection) throws {
        self.query = query
        self.connection = connection
        let stream = try Self.stream(query, on: connection)
        guard stream.rowCount == 1 else { throw HealthStoreError.userNotFound }
        end = stream.int8(0, 0)
        sparsity =
            query.scope.isShared
            ? Double(max(1, stream.int8(0, 2))) / Double(max(1, stream.int8(0, 3))) : 1
        start = query.after ?? ChangePlace(position: 0, beginning: end)
        // A place ahead of the feed is one from before a database was restored.
        guard start.deletionsKnown >= stream.int8(0, 1), start.deletionsKnown <= end else {
            throw HealthStoreError.anchorExpired
        }
    }

    private static func stream(
        _ query: ChangeQuery,
        on connection: Connection
    ) throws -> QueryResult {
        guard query.scope.isShared else {
            return try connection.run(ChangeSQL.stream, [.int8(query.user.number)])
        }
        // The last list, of what correlations hold, makes no difference to what is counted.
        let binds = [.int8(query.user.number)] + query.scope.binds.dropLast()
        return try connection.run(ChangeSQL.sharedStream, binds)
    }

    func page() throws -> ChangePage {
        // One more than asked for tells whether there is another page.
        let entries = try entries(limit: query.limit + 1)
        var rest = entries.prefix(query.limit)
        var page = ChangePage(changes: [], place: start, isCut: entries.count > query.limit)
        var bytes = 0
        while !rest.isEmpty {
            guard bytes < query.limitInBytes else {
                page.isCut = true
                break
            }
            let piece = takePiece(of: &rest)
            bytes += try append(piece, to: &page)
        }
        if !page.isCut { page.place.position = end }
        return page
    }

    /// Lists the next changes in windows that grow until there are enough.
    ///
    /// So a page reads about as many entries as it holds. Windows are as much wider as there is more
    /// than the reader may see, so that it does not take more of them; where others were busier than
    /// usual, or deleted much, it takes a few more.
    private func entries(limit: Int) throws -> [Entry] {
        var entries: [Entry] = []
        var low = start.position
        var width = Int64(min(9e15, Double(max(512, 2 * limit)) * sparsity))
        while low < end, entries.count < limit {
            let high = end - low > width ? low + width : end
            let missing = limit - entries.count
            let deletions = try list(
                ChangeSQL.listDeletions,
                from: max(low, start.beginning),
                to: high,
                missing
            )
            let additions = try list(ChangeSQL.listAdditions, from: low, to: high, missing)
            entries += (deletions + additions).sorted { $0.position < $1.position }.prefix(missing)
            low = high
            width *= 8
        }
        return entries
    }

    private func list(
        _ statement: Statement,
        from low: Int64,
        to high: Int64,
        _ limit: Int
    ) throws -> [Entry] {
        guard low < high else { return [] }
        let rows = try connection.run(
            statement,
            [.int8(query.user.number)] + query.scope.binds + [
                .int8(low), .int8(high), .int4(Int32(clamping: limit)),
            ]
        )
        return (0..<rows.rowCount).map { row in
            Entry(
                id: SampleID(bits: rows.uuid(row, 0)),
                position: rows.int8(row, 1),
                typeID: rows.int2(row, 2),
                isDeletion: statement == ChangeSQL.listDeletions
            )
        }
    }
}

/// Reading the samples of a page, a few at a time, so that no page takes much memory.
extension ChangeReader {
    private static let pieceSize = 512
    private static let heavyPerPiece = 32

    private func takePiece(of rest: inout ArraySlice<Entry>) -> ArraySlice<Entry> {
        var heavy = 0
        let piece = rest.prefix(Self.pieceSize).prefix { entry in
            if entry.isHeavy { heavy += 1 }
            return heavy <= Self.heavyPerPiece
        }
        rest = rest.dropFirst(piece.count)
        return piece
    }

    /// Adds the changes of a piece to a page; answers about how many bytes they are.
    private func append(_ piece: ArraySlice<Entry>, to page: inout ChangePage) throws -> Int {
        let samples = try samples(of: piece)
        var bytes = 0
        for entry in piece {
            if entry.isDeletion {
                page.changes.append(.deleted(entry.id, typeID: entry.typeID))
                bytes += 128
            } else if let sample = samples[entry.id] {
                page.changes.append(.added(sample))
                bytes += sample.sizeInBytes
            }
            page.place.position = entry.position
        }
        return bytes
    }

    private func samples(of piece: ArraySlice<Entry>) throws -> [SampleID: StoredSample] {
        let ids = piece.filter { !$0.isDeletion }.map(\.id.bits)
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.run(
            ChangeSQL.fetch,
            [.int8(query.user.number), .uuidArray(ids)]
        )
        let found = try StoredSample.read(rows, of: query.user, on: connection)
        var correlations = found.filter { CorrelationType(rawValue: $0.typeID) != nil }
        try HealthStore.addMembers(
            to: &correlations,
            of: query.user,
            query.scope.access,
            on: connection
        )
        var samples = [SampleID: StoredSample](minimumCapacity: found.count)
        for sample in found { samples[sample.id] = sample }
        for correlation in correlations { samples[correlation.id] = correlation }
        return samples
    }
}
