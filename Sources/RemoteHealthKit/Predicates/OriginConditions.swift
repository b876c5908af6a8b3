#if !canImport(HealthKit)
import Foundation

/// Samples by who recorded them.
struct SourceCondition: SampleCondition {
    /// The sources, one of which a sample comes from.
    let sources: Set<HKSource>

    var bounds: SampleBounds {
        sources.isEmpty
            ? .nothing : SampleBounds(bundleIdentifiers: Set(sources.map(\.bundleIdentifier)))
    }

    var format: String {
        "source IN {" + sources.map(\.bundleIdentifier).sorted().joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool { sources.contains(sample.sourceRevision.source) }

    func narrow(_ scope: inout StatisticsScope) { scope.narrow(sources: sources) }
}

/// Samples by who recorded them, with which version on which system.
struct SourceRevisionCondition: SampleCondition {
    /// The revisions, one of which a sample comes from.
    let revisions: Set<HKSourceRevision>

    var bounds: SampleBounds {
        revisions.isEmpty
            ? .nothing
            : SampleBounds(bundleIdentifiers: Set(revisions.map(\.source.bundleIdentifier)))
    }

    var format: String {
        let names = revisions.map { "\($0.source.bundleIdentifier) \($0.version ?? "any")" }
        return "sourceRevision IN {" + names.sorted().joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool {
        let own = sample.sourceRevision
        return revisions.contains { revision in
            revision.source == own.source
                && (revision.version == nil || revision.version == HKSourceRevisionAnyVersion
                    || revision.version == own.version)
                && (revision.productType == nil
                    || revision.productType == HKSourceRevisionAnyProductType
                    || revision.productType == own.productType)
        }
    }
}

/// Samples by the device they were measured with.
struct DeviceCondition: SampleCondition {
    /// The devices, one of which a sample has.
    let devices: Set<HKDevice>

    var bounds: SampleBounds { devices.isEmpty ? .nothing : .everything }

    var format: String {
        let names = devices.map { $0.name ?? $0.localIdentifier ?? "unnamed" }
        return "device IN {" + names.sorted().joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool {
        sample.device.map { devices.contains($0) } ?? false
    }
}

/// Samples by one property of the device they were measured with.
struct DevicePropertyCondition: SampleCondition {
    /// The property, by one of the keys `HKDevicePropertyKey…`.
    let key: String
    /// The texts, one of which the property is.
    let allowedValues: Set<String>

    var bounds: SampleBounds { allowedValues.isEmpty ? .nothing : .everything }

    var problem: String? {
        Self.properties[key] == nil ? "There is no device property '\(key)'." : nil
    }

    var format: String {
        "device.\(key) IN {" + allowedValues.sorted().joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool {
        guard let device = sample.device, let property = Self.properties[key] else { return false }
        return property(device).map { allowedValues.contains($0) } ?? false
    }

    private static let properties: [String: @Sendable (HKDevice) -> String?] = [
        HKDevicePropertyKeyName: { $0.name },
        HKDevicePropertyKeyManufacturer: { $0.manufacturer },
        HKDevicePropertyKeyModel: { $0.model },
        HKDevicePropertyKeyHardwareVersion: { $0.hardwareVersion },
        HKDevicePropertyKeyFirmwareVersion: { $0.firmwareVersion },
        HKDevicePropertyKeySoftwareVersion: { $0.softwareVersion },
        HKDevicePropertyKeyLocalIdentifier: { $0.localIdentifier },
        HKDevicePropertyKeyUDIDeviceIdentifier: { $0.udiDeviceIdentifier },
    ]
}
#endif
