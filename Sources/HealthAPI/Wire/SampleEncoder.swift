package import HealthModel
package import JSON

/// Writes samples as the wire has them (design, section 5).
///
/// A batch names the same few sources and devices over and over, so the bytes of the last of each
/// are kept. Any draft can be written, also one that the server will refuse.
package struct SampleEncoder {
    private var source: (value: SourceRevision, bytes: [UInt8])?
    private var device: (value: Device, bytes: [UInt8])?

    /// Makes an encoder that remembers nothing yet.
    package init() {}

    /// Writes a sample as one object; what the draft does not have is left out.
    ///
    /// Times keep the offset they were written with; where that is unknown they are in UTC and end
    /// in `-00:00`. A number too large for a double is written so that the server says so.
    package mutating func write(_ draft: SampleDraft, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uuid", draft.uuid?.description)
        writer.member("type", draft.type)
        writer.member("start", draft.start)
        writer.member("end", draft.end)
        write(draft.content, to: &writer)
        writer.member("created", draft.created)
        if let source = draft.source {
            writer.key("source")
            writer.raw(bytes(of: source))
        }
        if let device = draft.device {
            writer.key("device")
            writer.raw(bytes(of: device))
        }
        Self.write(draft.metadata, to: &writer)
        writer.endObject()
    }

    private mutating func bytes(of value: SourceRevision) -> [UInt8] {
        if let source, source.value == value { return source.bytes }
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.members(of: value)
        writer.endObject()
        source = (value, writer.bytes)
        return writer.bytes
    }

    private mutating func bytes(of value: Device) -> [UInt8] {
        if let device, device.value == value { return device.bytes }
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.members(of: value)
        writer.endObject()
        device = (value, writer.bytes)
        return writer.bytes
    }

    /// Writes the dictionary in the order of its keys, so that equal samples have equal bytes.
    static func write(_ metadata: [String: MetadataValue], to writer: inout JSONWriter) {
        if metadata.isEmpty { return }
        writer.key("metadata")
        writer.beginObject()
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            switch value {
            case .string(let text): writer.string(text)
            case .number(let number): writer.numberOrOverflow(number)
            case .boolean(let boolean): writer.boolean(boolean)
            }
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a number; an infinity as one that is out of range, and what is no number as null.
    mutating func numberOrOverflow(_ value: Double) {
        if value.isFinite {
            number(value)
        } else if value.isNaN {
            null()
        } else {
            raw((value < 0 ? "-1e999" : "1e999").utf8)
        }
    }
}
