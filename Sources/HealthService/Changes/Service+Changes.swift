import HTTPServer
import HealthAPI
import HealthStore

extension Service {
    /// `GET /v1/users/{user}/changes`.
    func changes(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        let request = try ChangesRequest(head, access: access, limits: limits, seals: seals)
        return try answer(request, try await store.changes(request.query), access)
    }

    private func answer(
        _ request: ChangesRequest,
        _ page: ChangePage,
        _ access: UserAccess
    ) throws -> HTTPResponse {
        .json(try document(request, page, access))
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
