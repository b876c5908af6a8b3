/// Hardware facts of a sample, as HealthKit's `HKDevice` names them; every field may be missing.
package struct Device: Hashable, Sendable {
    /// The device's name, such as `iPhone`.
    package var name: String?
    /// Its maker, such as `Apple Inc.`.
    package var manufacturer: String?
    /// Its model, such as `Watch`.
    package var model: String?
    /// The hardware revision, such as `Watch6,7`.
    package var hardwareVersion: String?
    /// The firmware revision; not part of the source's identity.
    package var firmwareVersion: String?
    /// The operating system's or app's version; not part of the source's identity.
    package var softwareVersion: String?
    /// An identifier the app gave the device, such as a Bluetooth peripheral's.
    package var localIdentifier: String?
    /// The device identifier part of a Unique Device Identifier.
    package var udiDeviceIdentifier: String?

    /// Makes a device from the fields that are known.
    package init(
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        hardwareVersion: String? = nil,
        firmwareVersion: String? = nil,
        softwareVersion: String? = nil,
        localIdentifier: String? = nil,
        udiDeviceIdentifier: String? = nil
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
    }
}

/// Who recorded a sample, at which version: HealthKit's `HKSourceRevision`.
package struct SourceRevision: Hashable, Sendable {
    /// The app's bundle identifier, such as `com.example.phone`.
    package var bundleIdentifier: String
    /// The name shown to people; may change without making a new source.
    package var name: String?
    /// The app's or system's version at the time.
    package var version: String?
    /// The kind of device the app ran on, such as `iPhone15,2` or `Watch6,7`.
    package var productType: String?
    /// The operating system's version, such as `17.1.0`.
    package var operatingSystemVersion: String?

    /// Makes a revision from the fields that are known.
    package init(
        bundleIdentifier: String,
        name: String? = nil,
        version: String? = nil,
        productType: String? = nil,
        operatingSystemVersion: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }
}

/// What makes a source the same source (design, section 1): app, product type and device.
///
/// A phone and a watch are two sources even under one app. Versions, names of the source, memory
/// addresses and the UDI are not part of it.
package struct SourceIdentity: Hashable, Sendable {
    /// The app's bundle identifier.
    package var bundleIdentifier: String
    /// The kind of device the app ran on.
    package var productType: String?
    /// The device's name.
    package var deviceName: String?
    /// The device's maker.
    package var deviceManufacturer: String?
    /// The device's model.
    package var deviceModel: String?
    /// The device's hardware revision.
    package var deviceHardwareVersion: String?
    /// The identifier the app gave the device.
    package var deviceLocalIdentifier: String?

    /// Takes the identity out of a revision and the sample's device.
    package init(revision: SourceRevision, device: Device?) {
        bundleIdentifier = revision.bundleIdentifier
        productType = revision.productType
        deviceName = device?.name
        deviceManufacturer = device?.manufacturer
        deviceModel = device?.model
        deviceHardwareVersion = device?.hardwareVersion
        deviceLocalIdentifier = device?.localIdentifier
    }

    /// Makes an identity from its parts.
    package init(
        bundleIdentifier: String,
        productType: String? = nil,
        deviceName: String? = nil,
        deviceManufacturer: String? = nil,
        deviceModel: String? = nil,
        deviceHardwareVersion: String? = nil,
        deviceLocalIdentifier: String? = nil
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.productType = productType
        self.deviceName = deviceName
        self.deviceManufacturer = deviceManufacturer
        self.deviceModel = deviceModel
        self.deviceHardwareVersion = deviceHardwareVersion
        self.deviceLocalIdentifier = deviceLocalIdentifier
    }

    /// Every part in a fixed order, as rule 2 compares them; a missing part is empty.
    package var parts: [String] {
        [
            bundleIdentifier, productType ?? "", deviceName ?? "", deviceManufacturer ?? "",
            deviceModel ?? "", deviceHardwareVersion ?? "", deviceLocalIdentifier ?? "",
        ]
    }
}
