import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Stored samples of every kind as the wire has them.
struct SampleJSON {
    /// Reads the details of workouts, one after the other.
    private let parser = JSONParser()

    /// A document that is one sample.
    func document(_ sample: StoredSample, _ type: SampleType) throws -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        try write(sample, type, to: &writer)
        return writer.bytes
    }

    /// Writes a sample as one object; a quantity in its canonical unit, unless another is given.
    func write(
        _ sample: StoredSample,
        _ type: SampleType,
        unit: UnitConversion? = nil,
        to writer: inout JSONWriter
    ) throws {
        writer.beginObject()
        writer.member("uuid", sample.id.description)
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
        writer.key("source")
        SourceJSON.write(sample.source, id: sample.sourceKey, to: &writer)
        if let device = sample.device {
            writer.key("device")
            SourceJSON.write(device, to: &writer)
        }
        if let metadata = sample.metadata {
            writer.key("metadata")
            writer.raw(metadata.utf8)
        }
        writer.member("correlation", sample.container?.description)
        writer.endObject()
    }

    private func writeObjects(of sample: StoredSample, to writer: inout JSONWriter) throws {
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
