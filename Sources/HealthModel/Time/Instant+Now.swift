import Foundation

extension Instant {
    /// The system clock's time.
    ///
    /// Only the outermost layers read it; all others are given a clock.
    package static var now: Instant {
        Instant(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down)))
    }
}
