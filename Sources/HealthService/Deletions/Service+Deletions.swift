import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// `POST /v1/users/{user}/deletions`.
    func deleteSamples(_ request: HTTPRequest, _ access: UserAccess) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        try MediaType.require([.json], of: request.head)
        let deletion = try DeletionRequest(request.body)
        try deletion.checkShare(access)
        let result = try await store.delete(
            SampleDeletion(
                user: access.user,
                selection: deletion.selection,
                includesContained: deletion.includesContained,
                deleter: access.deleter,
                actor: access.principal.auditName
            )
        )
        let response = DeletionResponse(
            request: deletion,
            result: result,
            anchor: seals.anchor(result.position, for: access)
        )
        return .json(response.json())
    }
}

extension UserAccess {
    /// What the caller may delete.
    fileprivate var deleter: Deleter {
        switch principal {
        case .admin: .operator
        case .client(let bearer): .client(bearer.client.id, bearer.grants)
        }
    }
}

/// The answer to a deletion.
struct DeletionResponse {
    let request: DeletionRequest
    let result: DeletionResult
    let anchor: String

    /// `{deleted,duplicate,rejected,more,outcomes,anchor}`; outcomes lists what was not deleted.
    func json() -> [UInt8] {
        let entries = entries
        let duplicates = entries.count { $0.rejection == nil }
        var writer = JSONWriter(capacity: 256 + entries.count * 160)
        writer.beginObject()
        writer.member("deleted", result.deletedCount)
        writer.member("duplicate", duplicates)
        writer.member("rejected", entries.count - duplicates)
        writer.key("more")
        writer.boolean(result.isPartial)
        writer.key("outcomes")
        writer.beginArray()
        for entry in entries { entry.write(to: &writer) }
        writer.endArray()
        writer.member("anchor", anchor)
        writer.endObject()
        return writer.bytes
    }

    private struct Entry {
        let index: Int
        var uuid: SampleID?
        var syncIdentifier: String?
        /// Why it stays; nil for what was gone before.
        let rejection: SampleRejection?

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("index", index)
            writer.member("uuid", uuid?.description)
            writer.member("syncIdentifier", syncIdentifier)
            writer.member("outcome", rejection == nil ? "duplicate" : "rejected")
            writer.member("code", rejection?.code.rawValue)
            writer.member("field", rejection?.field)
            writer.member("detail", rejection?.detail)
            writer.endObject()
        }
    }

    private var entries: [Entry] {
        switch request.target {
        case .identifiers(let entries): identifierEntries(entries)
        case .synchronized(_, let identifiers):
            zip(identifiers, result.outcomes).enumerated().compactMap { index, pair in
                pair.1.outcome == .deleted
                    ? nil
                    : Entry(
                        index: index,
                        syncIdentifier: pair.0,
                        rejection: pair.1.outcome.rejection
                    )
            }
        case .range:
            result.outcomes.enumerated().map { index, stays in
                Entry(index: index, uuid: stays.id, rejection: stays.outcome.rejection)
            }
        }
    }

    /// The store was asked about those that are identifiers, in order.
    private func identifierEntries(_ named: [DeletionRequest.Entry]) -> [Entry] {
        var outcomes = result.outcomes.makeIterator()
        return named.enumerated().compactMap { index, entry in
            guard let id = entry.id else {
                let malformed = SampleRejection.invalid("uuids", "Must be UUIDs of 36 characters.")
                return Entry(index: index, rejection: malformed)
            }
            guard let outcome = outcomes.next()?.outcome, outcome != .deleted else { return nil }
            return Entry(index: index, uuid: id, rejection: outcome.rejection)
        }
    }
}

extension DeletionOutcome {
    /// Why something stays; nil where nothing is left of it.
    var rejection: SampleRejection? {
        switch self {
        case .deleted, .duplicate: nil
        case .sampleNotFound: SampleRejection(.sampleNotFound, nil, "There is no such sample.")
        case .notOwner:
            SampleRejection(.notOwner, nil, "Another client saved the sample.")
        case .authorizationNotDetermined:
            SampleRejection(
                .authorizationNotDetermined,
                nil,
                "Nobody decided yet whether this client may change samples of this type."
            )
        case .sharingDenied:
            SampleRejection(
                .sharingDenied,
                nil,
                "This client may not change samples of this type."
            )
        }
    }
}
