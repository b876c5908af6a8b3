package import HealthModel

/// The axis of `timeZone=recorded`: what the clock on the wall showed (rule 10).
package enum WallClock {
    /// Places a sample by the offsets that were in force where it was recorded.
    ///
    /// The start moves by its offset and the end by its own, as Health Connect's local filter does,
    /// so a sample over a change of clocks is longer or shorter here than it really was. Where the
    /// clock was set back by as much as the sample lasted or more, it would end at or before its
    /// start; then both ends move by the start's offset and the true length is kept.
    ///
    /// Offsets are seconds east of UTC. The result is in microseconds, as if the wall clock stood
    /// in UTC; its end is never before its start.
    package static func span(
        from start: Instant,
        offsetInSeconds startOffset: Int,
        to end: Instant,
        offsetInSeconds endOffset: Int
    ) -> (start: Int64, end: Int64) {
        let wallStart = start.microseconds + Int64(startOffset) * 1_000_000
        // An impulse stays one, whatever its two offsets say.
        if start == end { return (wallStart, wallStart) }
        let wallEnd = end.microseconds + Int64(endOffset) * 1_000_000
        if wallStart < wallEnd { return (wallStart, wallEnd) }
        return (wallStart, wallStart + (end.microseconds - start.microseconds))
    }
}
