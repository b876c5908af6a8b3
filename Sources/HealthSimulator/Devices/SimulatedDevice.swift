package import HealthModel

/// A device of the simulated person.
package struct SimulatedDevice: Hashable, Sendable {
    /// The name shown to people.
    package let name: String
    /// The app that records on it.
    package let source: SourceRevision
    /// Its hardware.
    package let device: Device

    /// The phone of the one person of `Simulation`, carried for about half of what is walked.
    static let phone = phone(of: "Robin")

    /// Their watch, worn by day but for an hour at the charger.
    static let watch = watch(of: "Robin")

    /// Their cheap wristband, whose app writes quarter or half hours, days late at times.
    static let tracker = tracker(name: "StepBand")
}

/// Devices as people own them; identities are the same for all people.
extension SimulatedDevice {
    /// A phone.
    static func phone(of owner: String) -> SimulatedDevice {
        SimulatedDevice(
            name: "\(owner)'s iPhone",
            source: SourceRevision(
                bundleIdentifier: "com.example.health.phone",
                name: "\(owner)'s iPhone",
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
    }

    /// A watch.
    static func watch(of owner: String) -> SimulatedDevice {
        watch(name: "\(owner)'s Apple Watch", product: "Watch6,7", version: "10.1.1")
    }

    /// A watch of years ago, which writes under the same app as a newer one.
    static func oldWatch(of owner: String) -> SimulatedDevice {
        watch(name: "\(owner)'s old Watch", product: "Watch4,4", version: "9.6.3")
    }

    private static func watch(name: String, product: String, version: String) -> SimulatedDevice {
        SimulatedDevice(
            name: name,
            source: SourceRevision(
                bundleIdentifier: "com.example.health.watch",
                name: name,
                version: version,
                productType: product,
                operatingSystemVersion: version
            ),
            device: Device(
                name: "Apple Watch",
                manufacturer: "Apple Inc.",
                model: "Watch",
                hardwareVersion: product,
                softwareVersion: version
            )
        )
    }

    /// A wristband, whose app runs on the phone.
    static func tracker(name: String) -> SimulatedDevice {
        SimulatedDevice(
            name: name,
            source: SourceRevision(
                bundleIdentifier: "com.example.stepband",
                name: name,
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

    /// A ring, whose app does not say what it runs on.
    static func ring(of owner: String) -> SimulatedDevice {
        SimulatedDevice(
            name: "\(owner)'s Ring",
            source: SourceRevision(
                bundleIdentifier: "com.example.ring",
                name: "\(owner)'s Ring",
                version: "2.3"
            ),
            device: Device(
                name: "Ring",
                manufacturer: "Example Rings",
                model: "Ring 3",
                hardwareVersion: "3"
            )
        )
    }
}
