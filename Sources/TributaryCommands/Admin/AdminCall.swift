import JSON

/// One call that an `admin` command makes, and how its answer is shown.
struct AdminCall: Sendable {
    /// The method.
    var method = "GET"
    /// The path without what pages through a list.
    var segments: [String]
    /// Parameters that have a value.
    var query: [(name: String, value: String?)] = []
    /// The body, if it has one.
    var body: [UInt8]?
    /// How the answer is shown where it is a list.
    var list: AdminList?

    /// The path of a page.
    func path(limit: Int? = nil, cursor: String? = nil) -> APIPath {
        APIPath(
            ["v1"] + segments,
            query: query + [(name: "limit", value: limit.map(String.init)), ("cursor", cursor)]
        )
    }

    /// A body that is an object.
    static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

/// How a list is shown: which member holds it, and which members of its entries are columns.
struct AdminList: Sendable {
    /// The answer's member.
    let member: String
    /// The members of each entry, by the titles of their columns.
    let columns: [(title: String, member: String)]
    /// Whether it comes in pages.
    var isPaged = false
}

extension JSONWriter {
    /// Writes a key with the parts of a comma-separated list; none for an empty text.
    mutating func list(_ name: String, of text: String) {
        key(name)
        beginArray()
        for part in text.split(separator: ",") { string(String(part)) }
        endArray()
    }
}
