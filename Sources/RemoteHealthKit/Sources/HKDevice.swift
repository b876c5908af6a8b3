#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// The hardware a sample was recorded with; every fact may be missing.
///
/// Unchecked: nothing changes after `init`.
open class HKDevice: NSObject, NSCopying, @unchecked Sendable {
    /// The facts as the server has them.
    let facts: Device

    /// Makes a device of the facts that are known.
    public convenience init(
        name: String?,
        manufacturer: String?,
        model: String?,
        hardwareVersion: String?,
        firmwareVersion: String?,
        softwareVersion: String?,
        localIdentifier: String?,
        udiDeviceIdentifier UDIDeviceIdentifier: String?
    ) {
        self.init(
            facts: Device(
                name: name,
                manufacturer: manufacturer,
                model: model,
                hardwareVersion: hardwareVersion,
                firmwareVersion: firmwareVersion,
                softwareVersion: softwareVersion,
                localIdentifier: localIdentifier,
                udiDeviceIdentifier: UDIDeviceIdentifier
            )
        )
    }

    init(facts: Device) {
        self.facts = facts
    }

    /// Gives the computer that the program runs on.
    ///
    /// Differs from HealthKit: its name is the host's, it has no manufacturer, and its model is the
    /// kind of operating system.
    open class func local() -> HKDevice {
        let process = ProcessInfo.processInfo
        return HKDevice(
            facts: Device(
                name: process.hostName,
                model: "Computer",
                softwareVersion: process.operatingSystemVersionString
            )
        )
    }

    /// The device's name.
    open var name: String? { facts.name }
    /// Its maker.
    open var manufacturer: String? { facts.manufacturer }
    /// Its model.
    open var model: String? { facts.model }
    /// The revision of the hardware.
    open var hardwareVersion: String? { facts.hardwareVersion }
    /// The revision of the firmware.
    open var firmwareVersion: String? { facts.firmwareVersion }
    /// The version of the software.
    open var softwareVersion: String? { facts.softwareVersion }
    /// An identifier the app gave the device.
    open var localIdentifier: String? { facts.localIdentifier }
    /// The device identifier part of a Unique Device Identifier.
    open var udiDeviceIdentifier: String? { facts.udiDeviceIdentifier }

    /// Gives the device itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether all facts are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDevice)?.facts == facts
    }

    /// A hash of all facts.
    open override var hash: Int { facts.hashValue }

    /// The name and the model.
    open override var description: String {
        [name, model].compactMap { $0 }.joined(separator: ", ")
    }
}
#endif
