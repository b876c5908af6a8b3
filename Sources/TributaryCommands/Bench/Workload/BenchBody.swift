import HealthModel
import JSON

/// Bodies of pushes, spelled as a device would: with source, device and creation time.
enum BenchBody {
    /// One JSON document.
    static func document(_ samples: [BenchSample]) -> [UInt8] {
        var writer = JSONWriter(capacity: samples.count * 480)
        writer.beginObject()
        writer.key("samples")
        writer.beginArray()
        for sample in samples { write(sample, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// A line for each sample.
    static func lines(_ samples: [BenchSample]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 480)
        var writer = JSONWriter(capacity: 1024)
        for sample in samples {
            writer.removeAll()
            write(sample, to: &writer)
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func write(_ sample: BenchSample, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uuid", SampleID(bits: sample.uuid).description)
        writer.member("type", sample.type.name)
        writer.member("start", RFC3339.format(Instant(microseconds: sample.start)))
        writer.member("end", RFC3339.format(Instant(microseconds: sample.end)))
        writer.key("value")
        writer.number(sample.value)
        writer.member("unit", sample.type.unit)
        writer.member("created", RFC3339.format(Instant(microseconds: sample.end)))
        writer.key("source")
        writer.raw(sample.device.source)
        writer.key("device")
        writer.raw(sample.device.hardware)
        if let sync = sample.sync { write(sync, to: &writer) }
        writer.endObject()
    }

    private static func write(_ sync: BenchSample.Sync, to writer: inout JSONWriter) {
        writer.key("metadata")
        writer.beginObject()
        writer.member(
            "HKMetadataKeySyncIdentifier",
            SampleID(bits: sync.identifier).description
        )
        writer.member("HKMetadataKeySyncVersion", sync.version)
        writer.endObject()
    }
}

extension BenchDevice {
    /// The source of its samples, as JSON.
    fileprivate var source: [UInt8] { self == .watch ? Self.watchSource : Self.phoneSource }
    /// Its device, as JSON.
    fileprivate var hardware: [UInt8] { self == .watch ? Self.watchHardware : Self.phoneHardware }

    private static let watchSource = Array(
        #"{"bundleIdentifier":"com.example.watch","name":"Watch","version":"10.2","productType":"Watch6,7"}"#
            .utf8
    )
    private static let watchHardware = Array(
        #"{"name":"Watch","manufacturer":"Example","model":"Watch","hardwareVersion":"Watch6,7"}"#
            .utf8
    )
    private static let phoneSource = Array(
        #"{"bundleIdentifier":"com.example.phone","name":"Phone","version":"17.1","productType":"iPhone15,2"}"#
            .utf8
    )
    private static let phoneHardware = Array(
        #"{"name":"Phone","manufacturer":"Example","model":"iPhone","hardwareVersion":"iPhone15,2"}"#
            .utf8
    )
}
