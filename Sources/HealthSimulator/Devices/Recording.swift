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

    /// Adds a quantity over some seconds of the day, recorded `delay` seconds after its end.
    ///
    /// Values are rounded to a millionth, as devices print them.
    mutating func add(
        _ type: String,
        _ value: Double,
        _ unit: String,
        over seconds: Range<Int>,
        delay: Int
    ) {
        let content = DraftContent.quantity(value: (value * 1e6).rounded() / 1e6, unit: unit)
        add(type, content, over: seconds, delay: delay)
    }

    /// Adds a sample over some seconds of the day, recorded `delay` seconds after its end.
    mutating func add(
        _ type: String,
        _ content: DraftContent,
        over seconds: Range<Int>,
        delay: Int,
        metadata: [String: MetadataValue] = [:]
    ) {
        let draft = draft(type, content, over: seconds, delay: delay, metadata: metadata)
        let sent = midnight + Int64(seconds.upperBound) + Int64(delay)
        recordings.append(Recording(draft: draft, sent: sent))
    }

    /// Makes a sample that is not sent by itself.
    mutating func draft(
        _ type: String,
        _ content: DraftContent,
        over seconds: Range<Int>,
        delay: Int,
        metadata: [String: MetadataValue] = [:]
    ) -> SampleDraft {
        SampleDraft(
            uuid: hasIdentifiers ? identifier() : nil,
            type: type,
            start: time(ofDay: seconds.lowerBound),
            end: time(ofDay: seconds.upperBound),
            content: content,
            created: time(ofDay: seconds.upperBound + delay),
            source: device.source,
            device: device.device,
            metadata: metadata
        )
    }

    /// A second of the day as an instant.
    func time(ofDay second: Int) -> ZonedInstant {
        ZonedInstant(Instant(seconds: midnight + Int64(second)), offsetInMinutes: offset)
    }

    /// Draws a random UUID, version 4 (RFC 9562, section 5.4).
    private mutating func identifier() -> SampleID {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0b11 << 62) | 0b10 << 62
        return SampleID(bits: UInt128(high) << 64 | UInt128(low))
    }
}
