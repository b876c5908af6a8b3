import JSON

/// What is known of a person that hardly ever changes.
extension APIClient {
    /// The characteristics that are set, by short name.
    func characteristics(user: String) async throws -> [String: String] {
        try await call("GET", .user(user, ["characteristics"])) { root in
            var values: [String: String] = [:]
            for (name, value) in root.members {
                if let text = value.string { values[name.string] = text }
            }
            return values
        }
    }

    /// Sets characteristics, by short name, and leaves the others as they are; for the operator only.
    func setCharacteristics(_ values: [String: String], user: String) async throws {
        // The call replaces all of them, so those that are to stay have to be sent along.
        let all = try await characteristics(user: user).merging(values) { _, new in new }
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in all.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        writer.endObject()
        _ = try await answer("PUT", .user(user, ["characteristics"]), body: writer.bytes)
    }
}
