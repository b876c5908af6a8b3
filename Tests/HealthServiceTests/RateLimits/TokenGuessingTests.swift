import HTTPClient
import TestSupport
import Testing

@testable import HealthService

/// Wrong tokens from one address.
@Suite("Token guessing", .offPool)
struct TokenGuessingTests {
    private func settings(_ failures: Int?) -> TestAPISettings {
        var settings = TestAPISettings()
        settings.limits.rates.failuresPerMinute = failures
        return settings
    }

    private let path = "/v1/users/me/sources"

    private func guess(_ api: TestAPI, _ number: Int) async throws -> Answer {
        try await Caller(http: api.stranger.http, token: "trib_c_\(number)").get(path)
    }

    @Test("An address has so many wrong tokens a minute, then even the operator's is not looked at")
    func guesses() async throws {
        try await withService(settings(3)) { api in
            for number in 0..<3 {
                #expect(try await guess(api, number).summary == "401 unauthenticated")
            }
            let refused = try await guess(api, 3)
            #expect(refused.summary == "429 rateLimited")
            #expect(refused.headers["Retry-After"] == "20")
            #expect(refused.headers["RateLimit"] == nil)
            #expect(try await api.admin.get("/v1/clients").summary == "429 rateLimited")
            #expect(try await api.stranger.get("/livez").status == 200)
            api.clock.advance(bySeconds: 20)
            #expect(try await api.admin.get("/v1/clients").status == 200)
            #expect(try await guess(api, 4).status == 401)
            #expect(try await guess(api, 5).status == 429)
        }
    }

    @Test("A client that was let in before is let in still, from the address of a guesser too")
    func bystander() async throws {
        try await withService(settings(1)) { api in
            let (known, fresh) = (try await api.person(), try await api.person())
            #expect(try await known.app.get(path).status == 200)
            #expect(try await guess(api, 0).status == 401)
            #expect(try await known.app.get(path).status == 200)
            #expect(try await fresh.app.get(path).summary == "429 rateLimited")
            api.clock.advance(bySeconds: 60)
            #expect(try await fresh.app.get(path).status == 200)
        }
    }

    @Test("A token that ended counts as wrong, one that is missing or malformed does not")
    func whatCounts() async throws {
        try await withService(settings(2)) { api in
            let person = try await api.person()
            for header in [nil, "Basic YTpi", "Bearer a b"] {
                let headers = header.map { [(name: "Authorization", value: $0)] } ?? []
                let answer = try await api.stranger.send("GET", path, headers: headers)
                #expect(answer.status == 401)
            }
            #expect(try await person.app.get(path).status == 200)
            _ = try await api.admin.delete("/v1/tokens/\(person.tokenID)")
            for _ in 0..<2 {
                let answer = try await person.app.get(path)
                #expect(answer.status == 401)
            }
            #expect(try await person.app.get(path).status == 429)
        }
    }

    @Test("Without the limit every wrong token is answered as one")
    func off() async throws {
        try await withService(settings(nil)) { api in
            for number in 0..<5 {
                let answer = try await guess(api, number)
                #expect(answer.status == 401)
            }
        }
    }
}
