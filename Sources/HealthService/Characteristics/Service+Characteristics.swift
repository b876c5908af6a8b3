import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// `GET /v1/users/{user}/characteristics`.
    ///
    /// What a client may not read is answered as what is not set.
    func getCharacteristics(
        _ head: HTTPRequestHead,
        _ access: UserAccess
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        let characteristics = try await store.characteristics(of: access.user)
        return .json(
            characteristics.limited { access.visibility(of: $0.id) == .all }.json()
        )
    }

    /// `PUT /v1/users/{user}/characteristics`: replaces all of them.
    func putCharacteristics(
        _ request: HTTPRequest,
        _ access: UserAccess
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        try MediaType.require([.json], of: request.head)
        let characteristics = try JSONBody.parse(request.body) { root in
            try root.refuseDuplicates()
            return try Characteristics(root, latestBirth: latestDate)
        }
        try await store.putCharacteristics(
            characteristics,
            of: access.user,
            by: access.principal.auditName
        )
        return .json(characteristics.json())
    }

    /// The date where the day begins first: in the zones 14 hours ahead of UTC.
    private var latestDate: CivilDate {
        let microsecondsPerDay: Int64 = 86_400_000_000
        let ahead = now().microseconds + 14 * 3_600_000_000
        return CivilDate(daysSince1970: Int(ahead.quotientRoundedDown(by: microsecondsPerDay)))
    }
}
