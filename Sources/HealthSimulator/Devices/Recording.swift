import HealthModel

/// A sample together with the time at which its device first sends it.
struct Recording: Hashable, Sendable {
    /// The sample.
    var draft: SampleDraft
    /// When it is sent, in seconds since 1970 UTC.
    var sent: Int64
}

/// Writes down what one device measures on one day.
struct DayLog {
    /// What has been measured so far.
    private(set) var recordings: [Recording] = []
    /// The draws of this device on this day.
    var random: SeededGenerator
    private let device: SimulatedDevice
    private let midnight: Int64
    private let offset: Int16
    private let hasIdentifiers: Bool

    /// Opens the log of a day that begins at `midnight`, in seconds since 1970 UTC.
    init(
        of device: SimulatedDevice,
        midnight: Int64,
        offset: Int16,
        hasIdentifiers: Bool,
        random: SeededGenerator
    ) {
        self.device = device
        self.midnight = midnight
        self.offset = offset
        self.hasIdentifiers = hasIdentifiers
        self.random = random
    }

    /// Adds a sample over some seconds of the day, recorded `delay` seconds after its end.
    ///
    /// Values are rounded to a millionth, as devices print them.
    mutating func add(
        _ type: String,
        _ value: Double,
        _ unit: String,
        over seconds: Range<Int>,
        delay: Int
    ) {
        let start = midnight + Int64(seconds.lowerBound)
        let end = midnight + Int64(seconds.upperBound)
        let created = end + Int64(delay)
        let draft = SampleDraft(
            uuid: hasIdentifiers ? identifier() : nil,
            type: type,
            start: time(start),
            end: time(end),
            value: (value * 1e6).rounded() / 1e6,
            unit: unit,
            created: time(created),
            source: device.source,
            device: device.device
        )
        recordings.append(Recording(draft: draft, sent: created))
    }

    private func time(_ seconds: Int64) -> ZonedInstant {
        ZonedInstant(Instant(seconds: seconds), offsetInMinutes: offset)
    }

    /// Draws a random UUID, version 4 (RFC 9562, section 5.4).
    private mutating func identifier() -> SampleID {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0b11 << 62) | 0b10 << 62
        return SampleID(bits: UInt128(high) << 64 | UInt128(low))
    }
}
