import HealthModel
import JSON

extension JSONWriter {
    /// Writes a document that is one object.
    static func document(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes a key with an array of objects.
    mutating func objects<Element>(
        _ name: StaticString,
        _ elements: some Sequence<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            write(element, &self)
            endObject()
        }
        endArray()
    }

    /// Writes a key with a string, or with null where there is none.
    mutating func member(_ name: StaticString, orNull text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a key with a time, or with null where there is none.
    mutating func member(_ name: StaticString, orNull time: Instant?) {
        member(name, orNull: time.map { RFC3339.format($0) })
    }
}
