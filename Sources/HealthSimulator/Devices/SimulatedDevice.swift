package import HealthModel

/// A device of the simulated person.
package struct SimulatedDevice: Hashable, Sendable {
    /// The name shown to people.
    package let name: String
    /// The app that records on it.
    package let source: SourceRevision
    /// Its hardware.
    package let device: Device

    /// A phone, carried for about half of what is walked.
    static let phone = SimulatedDevice(
        name: "Robin's iPhone",
        source: SourceRevision(
            bundleIdentifier: "com.example.health.phone",
            name: "Robin's iPhone",
            version: "17.1.2",
            productType: "iPhone15,2",
            operatingSystemVersion: "17.1.2"
        ),
        device: Device(
            name: "iPhone",
            manufacturer: "Apple Inc.",
            model: "iPhone",
            hardwareVersion: "iPhone15,2",
            softwareVersion: "17.1.2"
        )
    )

    /// A watch, worn by day but for an hour at the charger.
    static let watch = SimulatedDevice(
        name: "Robin's Apple Watch",
        source: SourceRevision(
            bundleIdentifier: "com.example.health.watch",
            name: "Robin's Apple Watch",
            version: "10.1.1",
            productType: "Watch6,7",
            operatingSystemVersion: "10.1.1"
        ),
        device: Device(
            name: "Apple Watch",
            manufacturer: "Apple Inc.",
            model: "Watch",
            hardwareVersion: "Watch6,7",
            softwareVersion: "10.1.1"
        )
    )

    /// A cheap wristband whose app writes quarter or half hours, days late at times.
    static let tracker = SimulatedDevice(
        name: "StepBand",
        source: SourceRevision(
            bundleIdentifier: "com.example.stepband",
            name: "StepBand",
            version: "4.20",
            productType: "iPhone15,2"
        ),
        device: Device(
            name: "StepBand 2",
            manufacturer: "Example Wearables",
            model: "SB2",
            hardwareVersion: "2",
            firmwareVersion: "1.0.9",
            localIdentifier: "stepband-0001"
        )
    )
}
