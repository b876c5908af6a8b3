import HTTPServer
import HealthAPI
import HealthStore

extension Service {
    /// `GET /v1/users/{user}/changes`.
    func changes(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        let request = try ChangesRequest(head, access: access, limits: limits, seals: seals)
        let page = try await changeGate.pass { try await store.changes(request.query) }
        if head.acceptsEvents { return try streamedChanges(request, page, head, access) }
        guard page.changes.isEmpty, let seconds = request.waitInSeconds else {
            return .json(try document(request, page, access))
        }
        let deadline = ContinuousClock.now + .seconds(seconds)
        return .json(try await awaitedDocument(request, page, head, access, until: deadline))
    }

    /// Waits for a change that the caller sees; an empty page where none comes in time.
    ///
    /// What the caller may not see wakes it, too, and is passed over: the answer comes when it
    /// would have come had there been nothing.
    private func awaitedDocument(
        _ request: ChangesRequest,
        _ page: ChangePage,
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        until deadline: ContinuousClock.Instant
    ) async throws -> [UInt8] {
        var (request, page) = (request, page)
        // Before the next look, so that nothing falls between looking and waiting.
        let watch = try hub.watch(access.user)
        do {
            repeat {
                request.query.after = page.place
                page = try await checkedPage(request, head, access)
                if !page.changes.isEmpty { break }
                await watch.wait(after: page.place.position, until: deadline)
            } while ContinuousClock.now < deadline && !hub.isClosed
            try await changeGate.pass { try await check(request, head, access) }
        } catch HealthStoreError.userNotFound {
            // Erased between the two questions: a client's token went with the user.
            try await changeGate.pass { try await check(request, head, access) }
            throw HealthStoreError.userNotFound
        } catch  where Task.isCancelled {
            // A server that stops answers with what there was: a page on which nothing is lost.
        }
        return try document(request, page, access)
    }

    /// The next page, when it is the caller's turn, of what it still may see by then.
    ///
    /// - Throws: `Problem` with `unauthenticated`, or `anchorOutdated` when it sees more or less.
    func checkedPage(
        _ request: ChangesRequest,
        _ head: HTTPRequestHead,
        _ access: UserAccess
    ) async throws -> ChangePage {
        try await changeGate.pass {
            try await check(request, head, access)
            return try await store.changes(request.query)
        }
    }

    /// Makes sure that the caller still may what it might when it came.
    private func check(
        _ request: ChangesRequest,
        _ head: HTTPRequestHead,
        _ access: UserAccess
    ) async throws {
        let secret = try Authenticator.secret(inAuthorization: head.headers["Authorization"])
        let principal = try await authenticator.principal(ofSecret: secret, asksDatabase: true)
        let now = try UserAccess(path: "\(access.user)", principal: principal)
        guard request.binding.isGood(for: now) else { throw Seals.outdated }
    }

    /// A page as JSON, with the anchor behind it.
    func document(
        _ request: ChangesRequest,
        _ page: ChangePage,
        _ access: UserAccess
    ) throws -> [UInt8] {
        let anchor = seals.anchor(page.place, request.binding, for: access)
        return try ChangesResponse(page: page, anchor: anchor).json()
    }
}
