import HTTPServer
import HealthAPI
import JSON

/// Reading of request bodies that are one JSON object.
enum JSONBody {
    /// Parses a body and hands its root object to a closure.
    ///
    /// - Throws: `Problem` with `malformedJSON` and the byte at fault; `invalidRequest` when the
    ///   root is no object; what the closure throws.
    static func parse<R>(_ body: RequestBody, _ read: (JSONValue) throws -> R) throws -> R {
        do {
            return try body.withUnsafeBytes { bytes in
                try JSONParser().parse(padded: bytes) { root in
                    guard root.kind == .object else {
                        throw Problem(.invalidRequest, "The body must be a JSON object.")
                    }
                    return try read(root)
                }
            }
        } catch let error as JSONError {
            throw Problem(.malformedJSON, error.description, offset: error.offset)
        }
    }
}

extension JSONValue {
    /// Refuses an object in which a member comes twice.
    func refuseDuplicates() throws {
        if let offset = duplicateKey() {
            throw Problem(.duplicateKey, "A member is given twice.", offset: offset)
        }
    }

    /// Refuses members of other names, where passing over a misspelt one would do harm.
    func refuseMembers(except known: Set<String>) throws {
        for (key, _) in members where !known.contains(key.string) {
            throw Problem(
                .invalidRequest,
                "There is no such member.",
                field: String(key.string.prefix(64))
            )
        }
    }

    /// A member that is text; nil where it is missing or null.
    func optionalString(_ name: String, limit: Int) throws -> String? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let text = value.string else {
            throw Problem(.invalidRequest, "The member must be text.", field: name)
        }
        guard text.utf8.count <= limit, !text.utf8.contains(0) else {
            throw Problem(
                .invalidRequest,
                "The member must be at most \(limit) bytes, without NUL.",
                field: name
            )
        }
        return text
    }

    /// A member that is text and not empty.
    func requiredString(_ name: String, limit: Int) throws -> String {
        guard let text = try optionalString(name, limit: limit), !text.isEmpty else {
            throw Problem(.invalidRequest, "The member is required.", field: name)
        }
        return text
    }

    /// A member that is true or false; nil where it is missing or null.
    func optionalBool(_ name: String) throws -> Bool? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let bool = value.bool else {
            throw Problem(.invalidRequest, "The member must be true or false.", field: name)
        }
        return bool
    }

    /// A member that is a list of text; empty where it is missing or null.
    func strings(_ name: String, limit: Int) throws -> [String] {
        guard let value = self[name], !value.isNull else { return [] }
        guard value.kind == .array, value.count <= limit else {
            throw Problem(
                .invalidRequest,
                "The member must be an array of at most \(limit) entries.",
                field: name
            )
        }
        return try value.elements.map { element in
            guard let text = element.string else {
                throw Problem(.invalidRequest, "The entries must be text.", field: name)
            }
            return text
        }
    }
}
