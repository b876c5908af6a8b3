#if canImport(HealthKit)
import Foundation
import HealthKit

/// A sample of HealthKit as the server takes it.
///
/// Not built where this package is developed: see `HealthKitBridge`.
struct BridgedSample {
    /// The members of the JSON object.
    let json: [String: Any]

    /// Writes a sample down; nil for kinds that the server does not store.
    init?(_ sample: HKSample, unit: HKUnit?) {
        var json: [String: Any] = [
            "uuid": sample.uuid.uuidString,
            "type": sample.sampleType.identifier,
            "start": Self.text(sample.startDate),
            "end": Self.text(sample.endDate),
            "source": Self.members(of: sample.sourceRevision),
        ]
        switch sample {
        case let sample as HKQuantitySample:
            guard let unit, sample.quantity.is(compatibleWith: unit) else { return nil }
            json["value"] = sample.quantity.doubleValue(for: unit)
            json["unit"] = unit.unitString
        case let sample as HKCategorySample: json["value"] = sample.value
        case let sample as HKWorkout:
            json["activityType"] = sample.workoutActivityType.rawValue
            json["duration"] = sample.duration
        default: return nil
        }
        if let device = sample.device { json["device"] = Self.members(of: device) }
        json["metadata"] = sample.metadata?.compactMapValues(Self.value)
        self.json = json
    }

    private static func members(of revision: HKSourceRevision) -> [String: Any] {
        let system = revision.operatingSystemVersion
        var members: [String: Any] = [
            "bundleIdentifier": revision.source.bundleIdentifier,
            "name": revision.source.name,
            "operatingSystemVersion":
                "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
        ]
        members["version"] = revision.version
        members["productType"] = revision.productType
        return members
    }

    private static func members(of device: HKDevice) -> [String: Any] {
        [
            "name": device.name,
            "manufacturer": device.manufacturer,
            "model": device.model,
            "hardwareVersion": device.hardwareVersion,
            "firmwareVersion": device.firmwareVersion,
            "softwareVersion": device.softwareVersion,
            "localIdentifier": device.localIdentifier,
            "udiDeviceIdentifier": device.udiDeviceIdentifier,
        ].compactMapValues { $0 }
    }

    private static func value(_ value: Any) -> Any? {
        switch value {
        case let value as Date: text(value)
        case let value as HKQuantity: value.description
        case is String, is NSNumber: value
        default: nil
        }
    }

    private static func text(_ date: Date) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
    }
}
#endif
