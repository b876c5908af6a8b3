/// Why a range cannot be cut into buckets.
package enum PartitionError: Error, Hashable, Sendable {
    /// The range holds more buckets than the limit given.
    case tooManyBuckets(Int)
}

/// The division of all time into equal calendar intervals around an anchor (rule 10).
///
/// Boundary `k` is the anchor plus `k` intervals, for every whole `k`. Years to days are added to
/// the wall clock of the anchor in the zone, hours to seconds are then added as elapsed time. Every
/// boundary is reckoned from the anchor: months on 31 January give 31 January, 28 February,
/// 31 March.
package struct CalendarPartition: Sendable {
    private let interval: CalendarInterval
    private let anchor: Instant
    private let anchorWallClock: Instant
    private let zone: Zone

    /// Makes the partition whose boundary 0 is `anchor`.
    ///
    /// The anchor, and the ranges cut later, lie within `Instant.supported` or some days around it;
    /// the arithmetic traps only near the ends of what 64 bits of microseconds hold.
    ///
    /// For buckets on the wall clock of each sample's own zone, pass wall clocks as instants and
    /// `Zone.utc`.
    package init(interval: CalendarInterval, anchor: Instant, zone: Zone) {
        self.interval = interval
        self.anchor = anchor
        self.zone = zone
        let offset = Int64(zone.offsetInSeconds(at: anchor))
        anchorWallClock = anchor.advanced(byMicroseconds: offset * 1_000_000)
    }

    /// The edges of the buckets that a range falls into: bucket `i` is `[edges[i], edges[i + 1])`.
    ///
    /// The first edge is the start of the range and the last its end, with every boundary that lies
    /// strictly between; so the outer buckets may be cut. Edges strictly increase: a bucket without
    /// time, such as the day Samoa skipped, is not there. An empty range has its start as the only
    /// edge, and no bucket.
    ///
    /// - Throws: `PartitionError.tooManyBuckets` when there are more buckets than `limit`.
    /// - Complexity: O(buckets), wherever the anchor is.
    package func edges(covering range: TimeRange, limit: Int) throws(PartitionError) -> [Instant] {
        var edges = [range.start]
        guard range.start < range.end else { return edges }
        var index = firstIndex(after: range.start)
        var last = range.start
        while true {
            guard edges.count <= limit else { throw .tooManyBuckets(limit) }
            let boundary = min(boundary(index), range.end)
            if boundary > last { edges.append(boundary) }
            if boundary == range.end { return edges }
            last = boundary
            index += 1
        }
    }

    /// The instant that lies `index` intervals after the anchor.
    private func boundary(_ index: Int) -> Instant {
        // At the anchor itself a repeated hour must not move it to its first turn.
        if index == 0 { return anchor }
        let elapsed = Int64(index) * interval.elapsedMicroseconds
        if interval.isFixed { return anchor.advanced(byMicroseconds: elapsed) }
        let wallClock = anchorWallClock.adding(
            months: index * interval.wholeMonths,
            days: index * interval.wholeDays
        )
        return zone.instant(ofWallClock: wallClock).advanced(byMicroseconds: elapsed)
    }

    /// The smallest index whose boundary lies after an instant.
    ///
    /// Estimated from the mean length of the interval and then corrected by a step or a few: 400
    /// Gregorian years are exactly 146,097 days, and no boundary strays more than some days from
    /// the mean.
    private func firstIndex(after instant: Instant) -> Int {
        let days = Double(interval.wholeMonths) * 146_097 / 4800 + Double(interval.wholeDays)
        let length = days * 86_400_000_000 + Double(interval.elapsedMicroseconds)
        let distance = Double(instant.microseconds) - Double(anchor.microseconds)
        var index = Int((distance / length).rounded(.down))
        while boundary(index) > instant { index -= 1 }
        while boundary(index) <= instant { index += 1 }
        return index
    }
}

extension Instant {
    /// Moves a wall clock by months, then by days; a day the month lacks becomes its last.
    fileprivate func adding(months: Int, days: Int) -> Instant {
        // Every day is as long on a wall clock, so that no date is needed to find another.
        if months == 0 { return advanced(byMicroseconds: Int64(days) * 86_400_000_000) }
        let day = microseconds.quotientRoundedDown(by: 86_400_000_000)
        let timeOfDay = microseconds - day * 86_400_000_000
        let date = CivilDate(daysSince1970: Int(day)).adding(months: months)
        let moved = Int64(date.daysSince1970 + days) * 86_400_000_000
        return Instant(microseconds: moved + timeOfDay)
    }
}

extension CivilDate {
    /// Moves a date by months; a day the month lacks becomes its last.
    func adding(months count: Int) -> CivilDate {
        let monthIndex = year * 12 + (month - 1) + count
        let year = monthIndex.quotientRoundedDown(by: 12)
        let month = monthIndex - year * 12 + 1
        let lastDay = CivilDate.days(inMonth: month, of: year)
        return CivilDate(year: year, month: month, day: min(day, lastDay))
    }
}
