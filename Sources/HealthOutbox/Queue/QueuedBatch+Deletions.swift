import JSON

extension QueuedBatch {
    /// The body of a deletion by identifier: `{"uuids":[...]}`.
    var deletionBody: [UInt8] {
        var writer = JSONWriter(capacity: 32 + body.count * 11 / 10)
        writer.beginObject()
        writer.key("uuids")
        writer.beginArray()
        for index in lines.indices { writer.string(String(decoding: text(index), as: UTF8.self)) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
