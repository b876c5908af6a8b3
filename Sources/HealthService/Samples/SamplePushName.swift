import Crypto
import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// The names that senders give to batches.
enum BatchName {
    /// The longest name, in bytes.
    static let limitInBytes = 128

    /// The parameters of a push in its query: the name, which only lines have there.
    ///
    /// - Throws: `Problem` for anything else, for a name that is too long, and for one in the
    ///   query of a document, which has a member for it.
    static func read(_ head: HTTPRequestHead, _ type: MediaType) throws -> String? {
        if type == .ndjson, head.query.contains(where: { $0.name == "atomic" }) {
            throw Problem(
                .invalidParameter,
                "Lines are stored in parts: only a body of application/json can be atomic.",
                field: "atomic"
            )
        }
        let parameters = try QueryParameters(head.query, known: ["batch"])
        guard let name = parameters.text("batch") else { return nil }
        guard type == .ndjson else {
            throw Problem(
                .invalidParameter,
                "A body of application/json names its batch in its member of that name.",
                field: "batch"
            )
        }
        guard 1...limitInBytes ~= name.utf8.count, !name.utf8.contains(0) else {
            throw Problem(
                .invalidParameter,
                "A name has 1 to \(limitInBytes) bytes, without NUL.",
                field: "batch"
            )
        }
        return name
    }

    /// A hash of bodies of a media type, with transfer and content encodings undone.
    ///
    /// So a retry may be compressed in another way; the same bytes read as another type are
    /// another batch.
    static func hasher(_ type: MediaType) -> SHA256Hasher {
        let hasher = SHA256Hasher()
        hasher.update("\(type.rawValue)\n".utf8)
        return hasher
    }

    /// The hash of a document.
    static func digest(of body: RequestBody) -> [UInt8] {
        let hasher = hasher(.json)
        body.withUnsafeBytes { hasher.update($0) }
        return hasher.finish()
    }
}

extension Service {
    /// The claim of a batch to its name; `answer` makes what a repetition is answered.
    func claim(
        _ name: String,
        digest: [UInt8],
        answer: @escaping @Sendable (SaveResult) -> [UInt8]?
    ) -> BatchClaim {
        let age = limits.batchRetentionInSeconds * 1_000_000
        return BatchClaim(
            name: name,
            digest: digest,
            keptSince: Instant(microseconds: now().microseconds - age),
            answer: answer
        )
    }
}
