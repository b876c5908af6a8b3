/// A time zone of the IANA database, such as `Europe/Paris`.
package struct Zone: Hashable, Sendable {
    /// The name it was asked for under; links such as `Asia/Calcutta` keep theirs.
    package let identifier: String
    private let offsets: ZoneOffsets

    /// Coordinated universal time.
    package static let utc = Zone(identifier: "UTC", offsets: .utc)

    /// Finds a zone by its name in the IANA database, spelled exactly.
    ///
    /// Nil for unknown names, fixed offsets (`GMT+1`, `+01:00`) and for abbreviations such as
    /// `BST` or `PST`, which Foundation would read as a zone of its choice.
    package init?(identifier: String) {
        let isRegion =
            identifier.utf8.contains(UInt8(ascii: "/")) && !identifier.hasPrefix("SystemV/")
        guard isRegion || Self.namesWithoutRegion.contains(identifier),
            identifier.utf8.count <= 64, identifier.utf8.allSatisfy(Self.isPartOfName),
            let offsets = ZoneOffsets.named(identifier)
        else { return nil }
        self.init(identifier: identifier, offsets: offsets)
    }

    private init(identifier: String, offsets: ZoneOffsets) {
        self.identifier = identifier
        self.offsets = offsets
    }

    /// The names of the IANA database that have no region, save `Factory` and fixed offsets.
    private static let namesWithoutRegion: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT",
        "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan",
        "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT",
        "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT", "UTC", "Universal",
        "W-SU", "WET", "Zulu",
    ]

    /// Whether the database uses the byte in names; Foundation stops reading at a zero byte.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
        default: false
        }
    }

    package static func == (left: Zone, right: Zone) -> Bool {
        left.identifier == right.identifier
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension Zone {
    /// Seconds that local clocks are ahead of UTC at an instant; negative west of it.
    package func offsetInSeconds(at instant: Instant) -> Int {
        offsets.offset(at: instant.wholeSeconds)
    }

    /// The instant at which local clocks show a time, given as if it stood in UTC.
    ///
    /// A time that clocks skip gives the instant of the skip, the first one after it; a time that
    /// they show twice gives the earlier instant. Never decreases as the wall clock grows.
    ///
    /// Looks no further than 16 hours around: no zone ever was further from UTC, and none has
    /// changed its clocks twice in 32 hours.
    package func instant(ofWallClock wallClock: Instant) -> Instant {
        let reach: Int64 = 16 * 3600 * 1_000_000
        let before = wallClock.advanced(byMicroseconds: -reach)
        let after = wallClock.advanced(byMicroseconds: reach)
        let offsetBefore = offsetInSeconds(at: before)
        let offsetAfter = offsetInSeconds(at: after)
        let early = wallClock.advanced(byMicroseconds: Int64(-offsetBefore) * 1_000_000)
        if offsetBefore == offsetAfter { return early }
        let change = firstInstant(withoutOffset: offsetBefore, after: before, upTo: after)
        if early < change { return early }
        return max(change, wallClock.advanced(byMicroseconds: Int64(-offsetAfter) * 1_000_000))
    }

    /// Finds by bisection the whole second at which the offset changes between two instants.
    private func firstInstant(
        withoutOffset offset: Int,
        after lower: Instant,
        upTo upper: Instant
    ) -> Instant {
        var same = lower.wholeSeconds
        var changed = upper.wholeSeconds
        while changed - same > 1 {
            let middle = same + (changed - same) / 2
            if offsetInSeconds(at: Instant(seconds: middle)) == offset {
                same = middle
            } else {
                changed = middle
            }
        }
        return Instant(seconds: changed)
    }
}

extension Instant {
    /// The instant that lies so many microseconds later, or earlier when negative.
    func advanced(byMicroseconds distance: Int64) -> Instant {
        Instant(microseconds: microseconds + distance)
    }
}
