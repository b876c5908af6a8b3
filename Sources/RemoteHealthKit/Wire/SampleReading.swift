#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// Reads a sample of the server's answer, of any kind.
///
/// Also reads what `draft(of:)` writes, so that both directions can be compared.
///
/// - Throws: `HKError` for what is no sample, or one of a type that this version does not know.
func sample(from json: JSONValue) throws -> HKSample {
    guard let type = HKSampleType.sampleType(named: try json.text("type")) else {
        throw JSONValue.unreadable("type")
    }
    let frame = try SampleFrame(from: json)
    switch type {
    case let type as HKQuantityType: return try quantitySample(type, frame, json)
    case let type as HKCategoryType:
        return HKCategorySample(
            type: type,
            value: try json.rawValue("value", of: type.entry.enumeration),
            start: frame.start,
            end: frame.end,
            facts: frame.facts
        )
    case let type as HKCorrelationType:
        return HKCorrelation(
            type: type,
            start: frame.start,
            end: frame.end,
            objects: try objects(of: json),
            facts: frame.facts
        )
    default: return try workout(frame, json)
    }
}

/// Reads a deleted sample of the server's answer.
///
/// - Throws: `HKError` for what is none.
func deletedObject(from json: JSONValue) throws -> HKDeletedObject {
    HKDeletedObject(uuid: try json.uuid("uuid"))
}

private func quantitySample(
    _ type: HKQuantityType,
    _ frame: SampleFrame,
    _ json: JSONValue
) throws -> HKQuantitySample {
    let quantity = try json.quantity(type.canonicalUnit)
    let (start, end, facts) = (frame.start, frame.end, frame.facts)
    return if type.aggregationStyle == .cumulative {
        HKCumulativeQuantitySample(
            type: type,
            quantity: quantity,
            start: start,
            end: end,
            facts: facts
        )
    } else {
        HKDiscreteQuantitySample(
            type: type,
            quantity: quantity,
            start: start,
            end: end,
            facts: facts
        )
    }
}

private func objects(of json: JSONValue) throws -> Set<HKSample> {
    guard let array = json["objects"] else { throw JSONValue.unreadable("objects") }
    let objects = try array.elements.map(sample(from:))
    guard objects.allSatisfy({ !($0 is HKCorrelation) && !($0 is HKWorkout) }) else {
        throw JSONValue.unreadable("objects")
    }
    return Set(objects)
}

/// What the samples of every kind have.
struct SampleFrame {
    /// The first instant measured.
    let start: Date
    /// The first instant no longer measured; not before `start`.
    let end: Date
    /// Identifier, source, device and metadata.
    let facts: ObjectFacts

    /// Reads the members that every kind has.
    ///
    /// - Throws: `HKError` for what is missing or malformed.
    init(from json: JSONValue) throws {
        start = try json.date("start")
        end = try json.date("end")
        guard start <= end else { throw JSONValue.unreadable("end") }
        facts = ObjectFacts(
            uuid: try json.uuid("uuid"),
            revision: try json["source"].map(HKSourceRevision.init(from:)),
            device: json["device"].map { HKDevice(facts: Device(from: $0)) },
            metadata: SampleMetadata(from: json["metadata"]),
            correlation: json["correlation"] == nil ? nil : try json.uuid("correlation")
        )
    }
}
#endif
