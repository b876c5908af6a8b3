import HealthAPI
import HealthModel
import JSON

/// Pushing samples, and who recorded them.
extension APIClient {
    /// Pushes samples; repeats the push after failures that pass, which changes nothing but the
    /// counts: what was stored the first time is then `duplicate`.
    func push(_ drafts: [SampleDraft], user: String) async throws -> PushAnswer {
        try await repeatedCall(
            "POST",
            .user(user, ["samples"]),
            body: SampleBatch.body(drafts),
            read: PushAnswer.init
        )
    }

    /// The sources of a user's samples that the caller may see.
    func sources(user: String) async throws -> [SourceAnswer] {
        try await call("GET", .user(user, ["sources"])) { root in
            try (root["sources"]?.elements).map { try $0.map(SourceAnswer.init) } ?? []
        }
    }
}

/// What became of the samples of a push.
struct PushAnswer: Sendable {
    /// What can become of a sample.
    enum Outcome: String, Sendable, CaseIterable {
        /// It is new.
        case stored
        /// It took the place of an older version.
        case replaced
        /// It was there already.
        case duplicate
        /// A newer version was there already.
        case ignored
        /// It was refused, with a code.
        case rejected
    }

    /// A sample that was not simply stored.
    struct Exception: Sendable {
        /// Its place in the batch, from 0.
        let index: Int
        /// What became of it.
        let outcome: Outcome
        /// Why it was refused.
        let code: String
        /// The same in words.
        let detail: String
    }

    /// The exceptions, by index.
    let exceptions: [Exception]
    /// How many were stored.
    let stored: Int

    /// Reads the answer to a push.
    init(_ root: JSONValue) throws {
        stored = try root.count("stored")
        guard let outcomes = root["outcomes"]?.elements else {
            throw CommandError("the server's answer to a push has no outcomes")
        }
        exceptions = try outcomes.map { entry in
            let name = try entry.text("outcome")
            guard let outcome = Outcome(rawValue: name) else {
                throw CommandError("the server answered with the unknown outcome '\(name)'")
            }
            return Exception(
                index: try entry.count("index"),
                outcome: outcome,
                code: entry["code"]?.string ?? "",
                detail: entry["detail"]?.string ?? ""
            )
        }
    }

    /// How many samples had an outcome.
    func count(_ outcome: Outcome) -> Int {
        outcome == .stored ? stored : exceptions.count { $0.outcome == outcome }
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
