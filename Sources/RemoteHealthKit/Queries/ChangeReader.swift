#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// Changes of the samples in selections, since an anchor.
struct Changes: Sendable {
    /// Samples that were saved, as far as they are in one of the selections.
    var added: [HKSample] = []
    /// Samples that were deleted.
    var deleted: [HKDeletedObject] = []
    /// The place behind these changes.
    var anchor: String?
    /// Whether there are more already.
    var hasMore = false

    /// Whether there is nothing to tell.
    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }

    /// The changes of both kinds.
    var count: Int { added.count + deleted.count }
}

/// Reads the changes of the samples in selections.
///
/// The types go to the server, which tells what became of each sample; filters are judged here. A
/// deletion tells no more than its type, so all deletions of these types are told.
struct ChangeReader: Sendable {
    /// What is told of.
    let selections: [SampleSelection]
    /// Where.
    let server: HealthServer

    /// How long a call waits for a change.
    static let wait = 25

    /// Reads what changed since an anchor, at most `limit` changes; all where it is
    /// `HKObjectQueryNoLimit`.
    ///
    /// Where the server has forgotten what an anchor needs, or what the program may read has
    /// changed, the reading begins anew: samples are told again, deletions of before are not, as
    /// HealthKit may forget them, too.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func changes(since anchor: String?, limit: Int) async throws -> Changes {
        do {
            return try await pages(since: anchor, limit: limit)
        } catch let error as HKError where anchor != nil && error.isEndOfAnchor {
            return try await pages(since: nil, limit: limit)
        }
    }

    /// Waits for changes behind a place, which moves on; nil once the task is cancelled.
    ///
    /// Where the server is away it is asked again until it is back.
    ///
    /// - Throws: `HKError` for a failure that will not pass.
    func changes(awaitedAfter place: inout String?) async throws -> Changes? {
        var backoff = Backoff(server)
        while !Task.isCancelled {
            do {
                let changes = try await nextChanges(after: place)
                place = changes.anchor
                backoff.reset()
                if !changes.isEmpty { return changes }
            } catch let error as HKError where !error.isTemporary {
                throw error
            } catch {
                guard (try? await backoff.wait()) != nil else { return nil }
            }
        }
        return nil
    }

    /// Waits for a change behind an anchor; answers with nothing new where none comes in time.
    private func nextChanges(after anchor: String?) async throws -> Changes {
        // From the beginning there is nothing to wait for: an empty store is told at once, too.
        guard let anchor else { return try await pages(since: nil, limit: HKObjectQueryNoLimit) }
        do {
            return try await page(after: anchor, limit: 1000, waits: true)
        } catch let error as HKError where error.isEndOfAnchor {
            return try await pages(since: nil, limit: HKObjectQueryNoLimit)
        }
    }

    /// Makes sure that it can be asked.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`.
    func check(limit: Int) throws {
        guard !selections.isEmpty else {
            throw HKError.failure(.errorInvalidArgument, "A query needs a query descriptor.")
        }
        guard limit >= 0 else {
            throw HKError.failure(.errorInvalidArgument, "The limit of a query is negative.")
        }
        for selection in selections { try selection.check() }
    }

    private func pages(since anchor: String?, limit: Int) async throws -> Changes {
        var all = Changes(anchor: anchor, hasMore: true)
        let wanted = limit == HKObjectQueryNoLimit ? Int.max : limit
        while all.hasMore, all.count < wanted {
            try Task.checkCancellation()
            let missing = min(wanted - all.count, 1000)
            let page = try await page(after: all.anchor, limit: missing, waits: false)
            all = all.followed(by: page)
        }
        return all
    }

    private func page(after anchor: String?, limit: Int, waits: Bool) async throws -> Changes {
        let types = Set(selections.map(\.type.identifier)).sorted()
        let changes = try await server.call(
            "GET",
            ["changes"],
            query: [
                ("type", types.joined(separator: ",")), ("anchor", anchor), ("limit", "\(limit)"),
                ("wait", waits ? "\(Self.wait)" : nil),
            ],
            timeout: .seconds(waits ? Self.wait + 30 : 60),
            read: Changes.init
        )
        return changes.keeping { sample in selections.contains { $0.contains(sample) } }
    }
}

extension Changes {
    /// Reads a page of changes.
    ///
    /// - Throws: `HKError` for what is none.
    fileprivate init(_ json: JSONValue) throws {
        added = try (json["added"]?.elements).map { try $0.map { try sample(from: $0) } } ?? []
        let gone = json["deleted"]?.elements
        deleted = try gone.map { try $0.map { try deletedObject(from: $0) } } ?? []
        anchor = try json.text("anchor")
        hasMore = json["more"]?.bool ?? false
    }

    /// Leaves out the samples that nobody asked about.
    fileprivate func keeping(_ isAskedFor: (HKSample) -> Bool) -> Changes {
        var changes = self
        changes.added = added.filter(isAskedFor)
        return changes
    }

    /// Joins two pages that follow each other.
    ///
    /// A sample of the first that the second tells to be deleted is not told as saved.
    fileprivate func followed(by next: Changes) -> Changes {
        let gone = Set(next.deleted.map(\.uuid))
        return Changes(
            added: added.filter { !gone.contains($0.uuid) } + next.added,
            deleted: deleted + next.deleted,
            anchor: next.anchor,
            hasMore: next.hasMore
        )
    }
}

extension HKError {
    /// Whether an anchor leads nowhere any more, so that a reading has to begin anew.
    var isEndOfAnchor: Bool { problemCode == "anchorExpired" || problemCode == "anchorOutdated" }

    /// Says that a query that goes on telling what changes has no limit.
    static var endlessQueryWithLimit: HKError {
        .failure(
            .errorInvalidArgument,
            "A query that tells of updates has no limit: use HKObjectQueryNoLimit."
        )
    }
}
#endif
