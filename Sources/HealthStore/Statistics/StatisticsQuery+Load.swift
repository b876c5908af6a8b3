import HealthModel
import Postgres

/// Ways to the samples that a query's filter leaves, on the axis of instants.
extension StatisticsQuery {
    /// The most samples of a page: a few megabytes.
    static let pageLimit: Int32 = 50_000

    /// Samples of up to two hours that reach into a range start no earlier before it.
    private static let lookBack: Int64 = 7_200_000_000

    /// Loads the samples that reach into `[start, end)`, sorted by start, end and id.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` beyond `limit`.
    func load(
        from start: Int64,
        to end: Int64,
        limit: Int = HealthStore.loadLimit,
        on connection: Connection
    ) throws -> [LoadedSample] {
        try HealthStore.load(
            user: user,
            typeID: type.id,
            from: start,
            to: end,
            filter: filter,
            values: values,
            limit: limit,
            on: connection
        )
    }

    /// Goes through the same samples page by page, however many there are.
    func forEachPage(
        from start: Int64,
        to end: Int64,
        limit: Int32 = pageLimit,
        on connection: Connection,
        _ body: (_ page: [LoadedSample]) throws -> Void
    ) throws {
        guard start < end else { return }
        let binds =
            [.int8(user.number), .int2(type.id), .int8(start), .int8(end)]
            + LoadSQL.binds(filter, values) + [.int4(limit)]
        var place: [Bind] = [.int8(start - Self.lookBack), .int8(.min), .int8(nil), .uuid(nil)]
        while true {
            let rows = try connection.run(LoadSQL.page, binds + place)
            let page = (0..<rows.rowCount).map { LoadedSample(rows, $0) }
            try body(page)
            guard page.count == Int(limit), let last = page.last else { return }
            place = [
                .int8(max(last.start, start - Self.lookBack)), .int8(last.start), .int8(last.end),
                .uuid(last.id.bits),
            ]
        }
    }

    /// Finds the latest sample of a range by start, then end, recorded time and identifier.
    ///
    /// Reads no more than what is as late as it; the range may be as long as it likes.
    ///
    /// - Parameter disabled: the numbers of sources that count nowhere.
    func latest(
        from start: Int64,
        to end: Int64,
        without disabled: [Int32],
        on connection: Connection
    ) throws -> LoadedSample? {
        guard start < end else { return nil }
        let binds: [Bind] = [
            .int8(user.number), .int2(type.id), .int8(start), .int8(end), .int4Array(disabled),
            .bool(strict.contains(.start)), .bool(strict.contains(.end)),
        ]
        let isOfAll = filter.isUnrestricted && values == nil
        let filter = isOfAll ? [] : LoadSQL.binds(filter, values)
        let short = try connection.run(
            isOfAll ? LatestSQL.shortOfAll : LatestSQL.short,
            binds + [.int8(start - Self.lookBack)] + filter
        ).firstSample
        let long = try connection.run(
            isOfAll ? LatestSQL.longOfAll : LatestSQL.long,
            binds + [.int8(short?.start ?? .min)] + filter
        ).firstSample
        guard let short, let long else { return short ?? long }
        return short.isEarlier(than: long) ? long : short
    }
}

extension LoadedSample {
    /// Whether another sample is the later one, as `mostRecent` has it (rule 9).
    fileprivate func isEarlier(than other: LoadedSample) -> Bool {
        (start, end, recorded, id) < (other.start, other.end, other.recorded, other.id)
    }
}

extension QueryResult {
    /// The sample of the only row, if there is one.
    fileprivate var firstSample: LoadedSample? { rowCount == 0 ? nil : LoadedSample(self, 0) }
}
