import HealthModel
import MergeEngine
import Postgres

extension SampleEvaluation {
    /// How far a wall clock may lie from UTC, with room to spare: what a load on the recorded axis
    /// looks beyond its ends.
    private static let zoneReach: Int64 = TotalDay.length

    /// Loads the samples that reach into a range of the query's axis, by start, end and id; on the
    /// recorded axis with some around them.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` beyond `limit`.
    func placed(
        from start: Int64,
        to end: Int64,
        limit: Int = HealthStore.loadLimit,
        on connection: Connection
    ) throws -> [LoadedSample] {
        switch query.axis {
        case .instant:
            return try query.load(
                from: start - strictReach,
                to: end,
                limit: limit,
                on: connection
            )
        case .recorded:
            return try query.load(
                from: start - Self.zoneReach,
                to: end + Self.zoneReach,
                limit: limit,
                on: connection
            )
            .map { $0.placedByRecordedZone(userZone) }
            .sorted { $0.isBefore($1) }
        }
    }

    /// Goes through all samples of the query page by page, by start, end and id on its axis.
    ///
    /// Memory is bounded by a page, and on the recorded axis by the samples of some days, too.
    func forEachPage(
        on connection: Connection,
        _ body: (_ page: [LoadedSample]) throws -> Void
    ) throws {
        let (start, end) = (edges[0], edges[edges.count - 1])
        guard query.axis == .recorded else {
            return try query.forEachPage(
                from: start - strictReach,
                to: end,
                limit: pageLimit,
                on: connection,
                body
            )
        }
        var waiting: [LoadedSample] = []
        try query.forEachPage(
            from: start - Self.zoneReach,
            to: end + Self.zoneReach,
            limit: pageLimit,
            on: connection
        ) { page in
            guard let newest = page.last else { return }
            waiting += page.map { $0.placedByRecordedZone(userZone) }
            waiting.sort { $0.isBefore($1) }
            // What is still to come is placed at most a zone's reach before what was read last.
            let ready = waiting.prefix { $0.start < newest.start - Self.zoneReach }
            try body(Array(ready))
            waiting.removeFirst(ready.count)
        }
        try body(waiting)
    }

    /// A sample that ends exactly at the start of the range may be chosen by `strict=end`.
    private var strictReach: Int64 { query.strict.contains(.end) ? 1 : 0 }
}

extension LoadedSample {
    fileprivate func isBefore(_ other: LoadedSample) -> Bool {
        (start, end, id) < (other.start, other.end, other.id)
    }

    /// The sample on the wall clock of the zone it was recorded in, written as if in UTC.
    func placedByRecordedZone(_ userZone: Zone) -> LoadedSample {
        var placed = self
        (placed.start, placed.end) = WallClock.span(
            from: Instant(microseconds: start),
            offsetInSeconds: offsetInSeconds(startOffset, at: start, userZone),
            to: Instant(microseconds: end),
            offsetInSeconds: offsetInSeconds(endOffset, at: end, userZone)
        )
        return placed
    }

    private func offsetInSeconds(_ minutes: Int16?, at instant: Int64, _ userZone: Zone) -> Int {
        if let minutes { return Int(minutes) * 60 }
        return userZone.offsetInSeconds(at: Instant(microseconds: instant))
    }
}
