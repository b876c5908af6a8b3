package import HealthModel
package import JSON

/// Sources and devices as the wire has them, in both directions.
extension JSONWriter {
    /// Writes the members of a revision into the object that is open.
    package mutating func members(of source: SourceRevision) {
        member("bundleIdentifier", source.bundleIdentifier)
        member("name", source.name)
        member("version", source.version)
        member("productType", source.productType)
        member("operatingSystemVersion", source.operatingSystemVersion)
    }

    /// Writes the members of a device into the object that is open.
    package mutating func members(of device: Device) {
        member("name", device.name)
        member("manufacturer", device.manufacturer)
        member("model", device.model)
        member("hardwareVersion", device.hardwareVersion)
        member("firmwareVersion", device.firmwareVersion)
        member("softwareVersion", device.softwareVersion)
        member("localIdentifier", device.localIdentifier)
        member("udiDeviceIdentifier", device.udiDeviceIdentifier)
    }
}
