import JSON

/// The calls of the operator.
extension APIClient {
    /// Creates a user and gives its id.
    func createUser(name: String, timeZone: String) async throws -> String {
        let body = object { writer in
            writer.member("name", name)
            writer.member("timeZone", timeZone)
        }
        return try await call("POST", APIPath(["v1", "users"]), body: body) { try $0.text("id") }
    }

    /// Creates a client and gives its id.
    func createClient(bundleIdentifier: String, name: String) async throws -> String {
        let body = object { writer in
            writer.member("bundleIdentifier", bundleIdentifier)
            writer.member("name", name)
        }
        return try await call("POST", APIPath(["v1", "clients"]), body: body) { try $0.text("id") }
    }

    /// Decides what a client may do for a user; what is not listed is refused.
    func putGrants(
        user: String,
        client: String,
        share: [String],
        read: [String]
    ) async throws {
        let body = object { writer in
            writer.list("share", share)
            writer.list("read", read)
        }
        let path = APIPath.user(user, ["grants", client])
        _ = try await answer("PUT", path, body: body)
    }

    /// Creates a token with which a client acts for a user, and gives its secret.
    func createToken(user: String, client: String) async throws -> String {
        let body = object { $0.member("client", client) }
        return try await call("POST", .user(user, ["tokens"]), body: body) {
            try $0.text("token")
        }
    }

    private func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a key with a list of texts.
    fileprivate mutating func list(_ name: String, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}
