import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Stored samples of every kind as the wire has them.
struct SampleJSON {
    /// Reads the details of workouts, one after the other.
    private let parser = JSONParser()
    /// The members `source` and `device` of the origins that were written: many samples have one.
    private var origins: [ObjectIdentifier: (origin: SampleOrigin, members: [UInt8])] = [:]

    /// A document that is one sample.
    static func document(_ sample: StoredSample, _ type: SampleType) throws -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        var samples = SampleJSON()
        try samples.write(sample, type, to: &writer)
        return writer.bytes
    }

    /// Writes a sample as one object; a quantity in its canonical unit, unless another is given.
    mutating func write(
        _ sample: StoredSample,
        _ type: SampleType,
        unit: UnitConversion? = nil,
        to writer: inout JSONWriter
    ) throws {
        writer.beginObject()
        writer.member("uuid", sample.id)
        writer.member("type", type.identifier)
        writer.member("start", sample.start)
        writer.member("end", sample.end)
        switch type {
        case .quantity(let type): writer.members(of: sample, type, unit: unit)
        case .category(let type): writer.members(of: sample, type)
        case .workout: try writer.members(ofWorkout: sample, parser)
        case .correlation: try writeObjects(of: sample, to: &writer)
        }
        writer.member("created", sample.created.map { ZonedInstant($0, offsetInMinutes: 0) })
        writer.raw(members(of: sample.origin))
        if let metadata = sample.metadata {
            writer.key("metadata")
            writer.raw(metadata.utf8)
        }
        writer.member("correlation", sample.container)
        writer.endObject()
    }

    private mutating func members(of origin: SampleOrigin) -> [UInt8] {
        if let known = origins[ObjectIdentifier(origin)] { return known.members }
        var writer = JSONWriter(capacity: 512)
        writer.key("source")
        SourceJSON.write(origin.source, id: origin.sourceKey, to: &writer)
        if let device = origin.device {
            writer.key("device")
            SourceJSON.write(device, to: &writer)
        }
        // Kept with its members, so that no other can come to have its identifier.
        origins[ObjectIdentifier(origin)] = (origin, writer.bytes)
        return writer.bytes
    }

    private mutating func writeObjects(
        of sample: StoredSample,
        to writer: inout JSONWriter
    ) throws {
        writer.key("objects")
        writer.beginArray()
        for member in sample.members {
            guard let type = Catalogue.sampleType(id: member.typeID) else { continue }
            try write(member, type, to: &writer)
        }
        writer.endArray()
    }
}

extension JSONWriter {
    fileprivate mutating func members(
        of sample: StoredSample,
        _ type: QuantityType,
        unit: UnitConversion?
    ) {
        member("value", orNull: unit.map { $0.convert(sample.value) } ?? sample.value)
        member("unit", unit?.name ?? type.canonicalUnit.description)
    }

    fileprivate mutating func members(of sample: StoredSample, _ type: CategoryType) {
        let rawValue = Int(sample.value)
        member("value", rawValue)
        member("valueName", type.values[rawValue])
    }
}
