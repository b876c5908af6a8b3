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
    private let clock: DayClock
    /// How many seconds the device's own clock is ahead.
    private let skew: Int64
    private let hasIdentifiers: Bool

    /// Opens the log of a day.
    init(
        of device: SimulatedDevice,
        clock: DayClock,
        skew: Int = 0,
        hasIdentifiers: Bool,
        random: SeededGenerator
    ) {
        self.device = device
        self.clock = clock
        self.skew = Int64(skew)
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
        let sent = clock.midnight + Int64(seconds.upperBound) + Int64(delay)
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
            uuid: hasIdentifiers ? random.identifier() : nil,
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

    /// A second of the day as the device's clock has it.
    func time(ofDay second: Int) -> ZonedInstant {
        clock.zoned(clock.midnight + Int64(second) + skew)
    }
}
