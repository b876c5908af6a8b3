import HealthAPI
import HealthModel
import HealthService
import HealthStore
import TestSupport
import Testing

extension TestAPI {
    /// Somebody with a role, and the name of their token.
    func administrator(_ role: String) async throws -> (caller: Caller, token: String) {
        let body: JSONTree = ["name": "Kim", "role": .string(role)]
        let answer = try await admin.post("/v1/admin-tokens", body)
        let secret = try #require(answer["token"].string)
        log.forbid(secret)
        return (
            caller: Caller(http: stranger.http, token: secret),
            token: try #require(answer["id"].string)
        )
    }

    /// The events of the log, the newest first, as `actor action subject`.
    func events(_ query: (String, String)...) async throws -> [JSONTree] {
        try await admin.send("GET", "/v1/audit", query: query + [("limit", "1000")])["events"]
            .elements
    }

    /// The actions of events, the newest first.
    func actions(_ query: (String, String)...) async throws -> [String] {
        try await admin.send("GET", "/v1/audit", query: query + [("limit", "1000")])["events"]
            .elements.compactMap { $0["action"].string }
    }

    /// Another server on the same database, without a socket, and what it hears by.
    func otherAuthenticator() async throws -> (authenticator: Authenticator, hub: ChangeHub) {
        let hub = ChangeHub(database.configuration) { _ in }
        let authenticator = Authenticator(
            store: store,
            adminToken: Self.adminToken,
            rememberedForSeconds: 3600,
            now: { [clock] in clock.now }
        )
        hub.observeAccess { [weak authenticator] in authenticator?.hear($0) }
        return (authenticator, hub)
    }
}
