package import HealthModel
package import JSON

/// Times as members, spelled straight into the document: pages hold thousands of them.
extension JSONWriter {
    /// Writes a key with a time at its offset.
    package mutating func member(_ name: StaticString, _ time: ZonedInstant) {
        key(name)
        self.time(time)
    }

    /// Writes a key with a time at its offset, or nothing where there is none.
    package mutating func member(_ name: StaticString, _ time: ZonedInstant?) {
        if let time { member(name, time) }
    }

    /// Writes a time at its offset.
    package mutating func time(_ time: ZonedInstant) {
        plainString(limit: RFC3339.longest) { RFC3339.spell(time, into: $0) }
    }

    /// Writes the wall clock of a time given as if it stood in UTC.
    package mutating func time(wallClock time: Instant) {
        plainString(limit: RFC3339.longest) { RFC3339.spellWallClock(time, into: $0) }
    }
}
