import HTTPServer
import HealthAPI
import HealthStore

/// Changes as server-sent events (WHATWG HTML, section 9.2).
extension Service {
    /// Streams pages from one that was read already, which tells the client where it stands.
    func streamedChanges(
        _ request: ChangesRequest,
        _ page: ChangePage,
        _ head: HTTPRequestHead,
        _ access: UserAccess
    ) throws -> HTTPResponse {
        let watch = try hub.watch(access.user)
        return HTTPResponse(
            status: 200,
            headers: [
                (name: "Content-Type", value: "text/event-stream"),
                (name: "Cache-Control", value: "no-store"),
            ]
        ) { writer in
            do {
                try await send(page, request, head, access, watch, to: writer)
            } catch  where Task.isCancelled {
                // The server stops, or nobody listens any more.
            } catch is Problem {
                // The token, the grants or the feed ended; the next call says how.
            } catch is HealthStoreError {
                // So did the user.
            }
        }
    }

    private func send(
        _ first: ChangePage,
        _ request: ChangesRequest,
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        _ watch: ChangeWatch,
        to writer: HTTPBodyWriter
    ) async throws {
        var (request, page) = (request, first)
        try await writer.write(event(request, page, access))
        var lastWritten = ContinuousClock.now
        while !Task.isCancelled, !hub.isClosed {
            request.query.after = page.place
            page = try await checkedPage(request, head, access)
            if !page.changes.isEmpty {
                try await writer.write(event(request, page, access))
                lastWritten = .now
                continue
            }
            let heartbeat = lastWritten + limits.heartbeat
            await watch.wait(after: page.place.position, until: heartbeat)
            // By the clock, whatever woke it: a beat must not tell of what the client cannot see.
            if ContinuousClock.now >= heartbeat, !Task.isCancelled {
                try await writer.write(Array(":\n\n".utf8))
                lastWritten = .now
            }
        }
    }

    private func event(
        _ request: ChangesRequest,
        _ page: ChangePage,
        _ access: UserAccess
    ) throws -> [UInt8] {
        let anchor = seals.anchor(page.place, request.binding, for: access)
        // The JSON is one line: whatever is stored was written by the database or by us.
        return Array("event: changes\nid: \(anchor)\ndata: ".utf8)
            + (try ChangesResponse(page: page, anchor: anchor).json()) + Array("\n\n".utf8)
    }
}
