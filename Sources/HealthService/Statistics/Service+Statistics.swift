import HTTPServer
import HealthAPI
import HealthStore

extension Service {
    /// `GET /v1/users/{user}/statistics/{type}`.
    func statistics(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type: String
    ) async throws -> HTTPResponse {
        let request = try StatisticsRequest(range: head, access: access, type: type)
        let result = try await store.statistics(request.query)
        return .json(StatisticsResponse(request: request, result: result).rangeJSON())
    }

    /// `GET /v1/users/{user}/statistics/{type}/collection`.
    func statisticsCollection(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type: String
    ) async throws -> HTTPResponse {
        let request = try StatisticsRequest(
            collection: head,
            access: access,
            type: type,
            limits: limits
        )
        let result = try await store.statistics(request.query)
        return .json(StatisticsResponse(request: request, result: result).collectionJSON())
    }

    /// `GET /v1/users/{user}/statistics/{type}/explanation`.
    func explanation(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type name: String
    ) async throws -> HTTPResponse {
        let request = try StatisticsRequest(explanation: head, access: access, type: name)
        let explanation = try await store.explanation(request.query)
        return .json(ExplanationResponse(request: request, explanation: explanation).json())
    }
}
