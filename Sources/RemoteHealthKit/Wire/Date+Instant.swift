#if !canImport(HealthKit)
import Foundation
import HealthModel

extension Date {
    /// Takes an instant of the server.
    ///
    /// A date counts seconds since 2001 in a double, which holds every microsecond of the years 1859
    /// to 2143: of those, `instant` gives back the same one.
    init(_ instant: Instant) {
        let seconds = instant.wholeSeconds
        let rest = instant.microseconds - seconds * 1_000_000
        let whole = Double(seconds - Self.secondsTo2001)
        self.init(timeIntervalSinceReferenceDate: whole + Double(rest) / 1e6)
    }

    /// The nearest microsecond.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` outside of the years 0001 to 9999.
    func instant() throws -> Instant {
        let whole = timeIntervalSinceReferenceDate.rounded(.down)
        let rest = (timeIntervalSinceReferenceDate - whole) * 1e6
        guard whole.magnitude < 1e12 else { throw Self.unsupported }
        let seconds = Int64(whole) + Self.secondsTo2001
        let instant = Instant(microseconds: seconds * 1_000_000 + Int64(rest.rounded()))
        guard Instant.supported.contains(instant) else { throw Self.unsupported }
        return instant
    }

    private static var unsupported: HKError {
        HKError(.errorInvalidArgument, "A date lies outside of the years 1 to 9999.")
    }

    /// From 1970, where the server counts from, to 2001, where dates do.
    private static let secondsTo2001: Int64 = 978_307_200
}

extension Zone {
    /// Joins an instant and the offset that clocks of the zone have then.
    ///
    /// Without an offset in whole minutes, such as before standard time, it is said to be unknown.
    func zoned(_ instant: Instant) -> ZonedInstant {
        let (minutes, seconds) = offsetInSeconds(at: instant).quotientAndRemainder(dividingBy: 60)
        return ZonedInstant(instant, offsetInMinutes: seconds == 0 ? Int16(minutes) : nil)
    }
}
#endif
