import HealthModel
import JSON

/// What is asked to compare a server with what is expected of it.
extension APIClient {
    /// Numbers of a range, those without data left out.
    struct Figures: Sendable {
        /// The numbers of the range by name: `sum`, `duration`, `min`, `max`.
        let numbers: [String: Double]
        /// The sums of the sources that have data, by the source's name, where they were asked for.
        let sources: [String: Double]

        /// Reads an answer, or a bucket of one.
        init(_ value: JSONValue) throws {
            var numbers: [String: Double] = [:]
            for name in ["sum", "duration", "min", "max"] { numbers[name] = value[name]?.double }
            var sources: [String: Double] = [:]
            let listed = (value["sources"]?.elements).map { Array($0) } ?? []
            for source in listed {
                guard let sum = source["sum"]?.double else { continue }
                sources[try SourceAnswer(source).name] = sum
            }
            self.numbers = numbers
            self.sources = sources
        }
    }

    /// The numbers of each bucket of a collection.
    func figures(
        ofCollection type: String,
        _ query: [(name: String, value: String?)],
        user: String
    ) async throws -> [Figures] {
        let segments = ["statistics", type, "collection"]
        return try await repeatedCall("GET", .user(user, segments, query: query)) { root in
            try (root["buckets"]?.elements).map { try $0.map(Figures.init) } ?? []
        }
    }

    /// The numbers of one range.
    func figures(
        of type: String,
        _ query: [(name: String, value: String?)],
        user: String
    ) async throws -> Figures {
        let path = APIPath.user(user, ["statistics", type], query: query)
        return try await repeatedCall("GET", path, read: Figures.init)
    }

    /// How many samples of a type start in a range: as many as are listed, page by page.
    func sampleCount(
        of type: String,
        from start: ZonedInstant,
        to end: ZonedInstant,
        user: String
    ) async throws -> Int {
        var count = 0
        var cursor: String?
        repeat {
            let query = [
                ("type", type), ("start", RFC3339.format(start)), ("end", RFC3339.format(end)),
                ("strict", "start"), ("limit", "10000"), ("cursor", cursor),
            ]
            let path = APIPath.user(user, ["samples"], query: query)
            let page = try await repeatedCall("GET", path) { root in
                (count: root["samples"]?.count ?? 0, cursor: root["cursor"]?.string)
            }
            count += page.count
            cursor = page.cursor
        } while cursor != nil
        return count
    }

    /// Whether a sample is stored.
    func isStored(_ uuid: SampleID, user: String) async throws -> Bool {
        let path = APIPath.user(user, ["samples", uuid.description])
        return try await exists(path, unless: "sampleNotFound")
    }
}

/// What people decide, and delete.
extension APIClient {
    /// Deletes samples; answers how many of them were refused.
    func delete(_ uuids: [SampleID], user: String) async throws -> Int {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("uuids")
        writer.beginArray()
        for uuid in uuids { writer.string(uuid.description) }
        writer.endArray()
        writer.endObject()
        return try await repeatedCall("POST", .user(user, ["deletions"]), body: writer.bytes) {
            try $0.count("rejected")
        }
    }

    /// Sets the order of the sources of a type, and which are switched off.
    func putSourceOrder(
        of type: String,
        order: [String],
        disabled: [String],
        user: String
    ) async throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("order")
        writer.beginArray()
        for source in order { writer.string(source) }
        writer.endArray()
        writer.key("disabled")
        writer.beginArray()
        for source in disabled { writer.string(source) }
        writer.endArray()
        writer.endObject()
        let path = APIPath.user(user, ["sources", "order", type])
        _ = try await answer("PUT", path, body: writer.bytes)
    }

    /// The id of the client of an app, which is made where there is none.
    func findOrCreateClient(bundleIdentifier: String, name: String) async throws -> String {
        let found = try await call("GET", APIPath(["v1", "clients"])) { root in
            try (root["clients"]?.elements).map { clients in
                try clients.filter { $0["bundleIdentifier"]?.string == bundleIdentifier }
                    .map { try $0.text("id") }
            }
        }
        if let client = found?.first { return client }
        return try await createClient(bundleIdentifier: bundleIdentifier, name: name)
    }
}
