#if !canImport(HealthKit)
import Foundation
import HealthModel

extension Instant {
    /// The microsecond nearest to a date, within what a sample may carry.
    ///
    /// Samples come back from the server with whole microseconds, so dates are compared as such: a
    /// sample that starts at a date still does so after it was stored.
    init(nearest date: Date) {
        // Seconds and fraction apart: their sum has no bits left for the last microsecond.
        let reference = date.timeIntervalSinceReferenceDate
        let whole = reference.rounded(.down)
        let earliest = Double(Self.supported.lowerBound.wholeSeconds)
        let latest = Double(Self.supported.upperBound.wholeSeconds)
        let seconds = whole + Date.timeIntervalBetween1970AndReferenceDate
        if seconds <= earliest {
            self = Self.supported.lowerBound
        } else if seconds >= latest {
            self = Self.supported.upperBound
        } else {
            let fraction = Int64(((reference - whole) * 1_000_000).rounded())
            self.init(microseconds: Int64(seconds) * 1_000_000 + fraction)
        }
    }
}
#endif
