import HealthModel
import HealthSimulator

/// The days before today in the life of a simulated person, and how they reach the server.
struct SimulatedWeek: Sendable {
    /// A push of one device.
    struct Push: Hashable, Sendable {
        /// The device, as an index into `devices`.
        let device: Int
        /// The samples.
        let drafts: [SampleDraft]
    }

    /// The devices.
    let devices: [SimulatedDevice]
    /// The zone the person lives in.
    let zone: Zone
    /// The days, from the first one on.
    let days: [CivilDate]
    private let simulation: Simulation

    /// Simulates the whole days that end with the midnight before an instant.
    init(seed: UInt64, days count: Int, before now: Instant, zone: Zone) {
        let offset = Int64(zone.offsetInSeconds(at: now))
        let local = now.wholeSeconds + offset
        let today = Int(local.quotientRoundedDown(by: 86_400))
        days = (today - count..<today).map { CivilDate(daysSince1970: $0) }
        self.zone = zone
        let firstDay = CivilDate(daysSince1970: today - count)
        simulation = Simulation(seed: seed, firstDay: firstDay, days: count, zone: zone)
        devices = simulation.devices
    }

    /// The first instant of the first day.
    var start: ZonedInstant { zoned(Self.midnight(of: days[0], in: zone)) }

    /// The first instant after the last day.
    var end: ZonedInstant { end(ofFirst: days.count) }

    /// The first instant after so many days, at least one, or after all where there are fewer.
    func end(ofFirst count: Int) -> ZonedInstant {
        let last = days[min(count, days.count) - 1]
        let next = CivilDate(daysSince1970: last.daysSince1970 + 1)
        return zoned(Self.midnight(of: next, in: zone))
    }

    /// Every sample of all devices, each once.
    var samples: [SampleDraft] { simulation.samples }

    /// The pushes of all devices, interleaved, each device's in its own order.
    func pushes(size: Int) -> [Push] {
        let perDevice = devices.indices.map { simulation.batches(of: $0, size: size) }
        // A device with few batches sends them as far apart as they would be in life.
        let placed = perDevice.enumerated().flatMap { device, batches in
            batches.enumerated().map { index, drafts in
                let place = (Double(index) + 0.5) / Double(batches.count)
                return (place, Push(device: device, drafts: drafts))
            }
        }
        return placed.sorted { left, right in
            (left.0, left.1.device) < (right.0, right.1.device)
        }.map(\.1)
    }

    /// An instant with the offset of the zone.
    func zoned(_ instant: Instant) -> ZonedInstant {
        ZonedInstant(instant, offsetInMinutes: Int16(zone.offsetInSeconds(at: instant) / 60))
    }

    private static func midnight(of day: CivilDate, in zone: Zone) -> Instant {
        zone.instant(ofWallClock: Instant(seconds: Int64(day.daysSince1970) * 86_400))
    }
}
