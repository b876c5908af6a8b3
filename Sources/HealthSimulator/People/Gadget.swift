/// A device of a person of the crowd, with what is peculiar to this one.
package struct Gadget: Sendable {
    /// What it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// A phone, which everybody has.
        case phone
        /// A watch.
        case watch
        /// The watch before that one, worn beside it on some days.
        case oldWatch
        /// A wristband.
        case band
        /// A ring.
        case ring
    }

    /// An app that pushes.
    package enum App: String, Sendable, CaseIterable {
        /// Syncs what is on the phone: its own samples and those of the watches.
        case sync
        /// The wristband's app.
        case band
        /// The ring's app.
        case ring
    }

    /// What it is.
    package let kind: Kind
    /// Its source and hardware.
    package let device: SimulatedDevice
    /// How many seconds its clock is ahead.
    let skew: Int
    /// The number by which its draws are told from those of others.
    let number: Int

    /// The app that pushes for it.
    package var app: App {
        switch kind {
        case .phone, .watch, .oldWatch: .sync
        case .band: .band
        case .ring: .ring
        }
    }

    /// Whether its samples come with identifiers.
    var hasIdentifiers: Bool { kind != .band }

    /// The most days that it sends late.
    var longestDelay: Int { kind == .band || kind == .ring ? 9 : 3 }
}

extension Gadget.App {
    /// The app's bundle identifier.
    package var bundleIdentifier: String { "com.example.simulated.\(rawValue)" }

    /// The name for people.
    package var name: String { "Simulated \(rawValue)" }

    /// The types it may save, by short name.
    package var types: [String] {
        switch self {
        case .sync:
            [
                "stepCount", "distanceWalkingRunning", "activeEnergyBurned", "flightsClimbed",
                "dietaryWater", "heartRate", "sleepAnalysis", "workout", "bloodPressureSystolic",
                "bloodPressureDiastolic",
            ]
        case .band: ["stepCount", "distanceWalkingRunning", "activeEnergyBurned"]
        case .ring: ["stepCount"]
        }
    }
}
