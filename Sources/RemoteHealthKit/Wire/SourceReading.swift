#if !canImport(HealthKit)
import HealthModel
import JSON

extension HKSource {
    /// Reads a source of the server's answer: the `source` of a sample, or one of a list.
    ///
    /// - Throws: `HKError` for what is none.
    convenience init(from json: JSONValue) throws {
        let bundleIdentifier = try json.text("bundleIdentifier")
        self.init(
            name: json["name"]?.string ?? bundleIdentifier,
            bundleIdentifier: bundleIdentifier,
            productType: json["productType"]?.string,
            id: json["id"]?.string
        )
    }
}

extension HKSourceRevision {
    /// Reads the `source` of a sample.
    ///
    /// - Throws: `HKError` for what is none.
    convenience init(from json: JSONValue) throws {
        self.init(
            source: try HKSource(from: json),
            version: json["version"]?.string,
            productType: json["productType"]?.string,
            systemVersion: json["operatingSystemVersion"]?.string
        )
    }
}

extension Device {
    /// Reads the `device` of a sample or a source.
    init(from json: JSONValue) {
        self.init(
            name: json["name"]?.string,
            manufacturer: json["manufacturer"]?.string,
            model: json["model"]?.string,
            hardwareVersion: json["hardwareVersion"]?.string,
            firmwareVersion: json["firmwareVersion"]?.string,
            softwareVersion: json["softwareVersion"]?.string,
            localIdentifier: json["localIdentifier"]?.string,
            udiDeviceIdentifier: json["udiDeviceIdentifier"]?.string
        )
    }
}
#endif
