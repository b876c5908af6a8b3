import HealthAPI
import HealthModel
import HealthOutbox
import JSON

/// Pushing samples, and who recorded them.
extension APIClient {
    /// Pushes samples; repeats the push after failures that pass, which changes nothing but the
    /// counts: what was stored the first time is then `duplicate`, or told again under a name.
    func push(
        _ drafts: [SampleDraft],
        user: String,
        name: String? = nil
    ) async throws -> PushAnswer {
        try await repeatedCall(
            "POST",
            .user(user, ["samples"]),
            body: SampleBatch.body(drafts, name: name)
        ) { root in
            do {
                return try PushAnswer(root)
            } catch let error as OutboxError {
                throw CommandError(error.description)
            }
        }
    }

    /// The sources of a user's samples that the caller may see.
    func sources(user: String) async throws -> [SourceAnswer] {
        try await call("GET", .user(user, ["sources"])) { root in
            try (root["sources"]?.elements).map { try $0.map(SourceAnswer.init) } ?? []
        }
    }
}

/// A source as the server names it.
struct SourceAnswer: Sendable, Hashable {
    /// Its id.
    let id: String
    /// The app that records.
    let bundleIdentifier: String
    /// A name for people: the source's, else the device's, else the app's identifier.
    let name: String

    /// Reads a source out of an answer.
    init(_ value: JSONValue) throws {
        id = try value.text("id")
        bundleIdentifier = try value.text("bundleIdentifier")
        name = value["name"]?.string ?? value["device"]?["name"]?.string ?? bundleIdentifier
    }
}
