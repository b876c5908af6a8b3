#if !canImport(HealthKit)
import HealthModel
import JSON

/// Waits for changes of samples from now on, and tells of which types they are.
///
/// A place "now" is not to be had for some types alone without reading all of their samples. So
/// changes of all types are waited for, and those of others passed over.
struct ChangeWatch: Sendable {
    private let selections: [SampleSelection]
    private let types: Set<HKSampleType>
    private let server: HealthServer
    private var anchor: String?
    private var backoff: Backoff

    /// Makes a watch of what is in selections that has not begun.
    ///
    /// A deletion tells no more than its type, so all deletions of these types are told.
    init(_ selections: [SampleSelection], on server: HealthServer) {
        self.selections = selections
        types = Set(selections.map(\.type))
        self.server = server
        backoff = Backoff(server)
    }

    /// Lets the next wait end at once, as if everything had changed.
    mutating func forget() { anchor = nil }

    /// Begins the watch; what changes after this returns is told.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    mutating func begin() async throws {
        // Deleting nothing is answered with the place behind it.
        anchor = try await server.call(
            "POST",
            ["deletions"],
            body: Array(#"{"uuids":[]}"#.utf8)
        ) { try $0.text("anchor") }
    }

    /// Waits until something changed, and gives the types; nothing once the task is cancelled.
    ///
    /// Where the server was away, or what the program may read has changed, all types may have
    /// changed and are given.
    ///
    /// - Throws: `HKError` for a failure that will not pass.
    mutating func next() async throws -> Set<HKSampleType>? {
        while !Task.isCancelled {
            do {
                guard let anchor else {
                    try await begin()
                    backoff.reset()
                    return types
                }
                let page = try await page(after: anchor)
                self.anchor = page.anchor
                backoff.reset()
                if !page.types.isEmpty { return page.types }
            } catch let error as HKError where error.isEndOfAnchor {
                anchor = nil
            } catch let error as HKError where !error.isTemporary {
                throw error
            } catch {
                guard (try? await backoff.wait()) != nil else { return nil }
            }
        }
        return nil
    }

    private func page(after anchor: String) async throws -> Page {
        try await server.call(
            "GET",
            ["changes"],
            query: [
                ("anchor", anchor), ("wait", "\(ChangeReader.wait)"), ("limit", "1000"),
            ],
            timeout: .seconds(ChangeReader.wait + 30)
        ) { json in
            let added = try json["added"].map { try types(added: $0) } ?? []
            let deleted = try json["deleted"].map { try types(deleted: $0) } ?? []
            return Page(types: added.union(deleted), anchor: try json.text("anchor"))
        }
    }

    private func types(added list: JSONValue) throws -> Set<HKSampleType> {
        var changed: Set<HKSampleType> = []
        for element in list.elements {
            guard let type = try type(of: element), !changed.contains(type) else { continue }
            let sample = try sample(from: element)
            if selections.contains(where: { $0.contains(sample) }) { changed.insert(type) }
        }
        return changed
    }

    private func types(deleted list: JSONValue) throws -> Set<HKSampleType> {
        Set(try list.elements.compactMap { try type(of: $0) })
    }

    /// The type of a change; nil for one that is not waited for.
    private func type(of change: JSONValue) throws -> HKSampleType? {
        let identifier = try change.text("type")
        return types.first { $0.identifier == identifier }
    }
}

/// What a page of changes is about.
private struct Page: Sendable {
    let types: Set<HKSampleType>
    let anchor: String
}
#endif
