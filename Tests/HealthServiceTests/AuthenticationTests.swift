import HTTPClient
import TestSupport
import Testing

/// Who may speak at all.
@Suite("Authentication", .offPool)
struct AuthenticationTests {
    @Test("The probes and the document need no token")
    func open() async throws {
        try await withService { api in
            let live = try await api.stranger.get("/livez")
            #expect(live["status"] == "alive")
            #expect(try await api.stranger.get("/readyz")["status"] == "ready")
            #expect(try await api.stranger.get("/openapi.json").status == 200)
        }
    }

    /// The cases of `badHeader`.
    private static let badHeaderCases: [String?] = [
        nil, "", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Token abc",
        "Bearer " + String(repeating: "x", count: 513), "Bearer trib_c_wrong",
    ]

    @Test("A header that is no bearer token is refused")
    func badHeader() async throws {
        try await withService { api in
            for header in Self.badHeaderCases {
                let headers = header.map { [(name: "Authorization", value: $0)] } ?? []
                let path = "/v1/users/me/sources"
                let answer = try await api.stranger.send("GET", path, headers: headers)
                #expect(answer.summary == "401 unauthenticated")
            }
        }
    }

    @Test("The scheme may be written in any case")
    func scheme() async throws {
        try await withService { api in
            let headers = [(name: "Authorization", value: "bEARER  \(TestAPI.adminToken)")]
            let answer = try await api.stranger.send("GET", "/v1/clients", headers: headers)
            #expect(answer.status == 200)
        }
    }

    @Test("Tokens unknown, revoked and expired are refused in the same words")
    func sameWords() async throws {
        try await withService { api in
            let revoked = try await api.person()
            let expired = try await api.token(
                user: revoked.id,
                client: revoked.client,
                expiresIn: 60
            )
            let unknown = Caller(http: api.stranger.http, token: "trib_c_unknown")
            #expect(try await expired.app.get("/v1/users/me/sources").status == 200)
            #expect(try await revoked.app.get("/v1/users/me/sources").status == 200)
            #expect(try await api.admin.delete("/v1/tokens/\(revoked.tokenID)").status == 204)
            api.clock.advance(bySeconds: 60)
            var bodies: Set<[UInt8]> = []
            for app in [unknown, revoked.app, expired.app] {
                let answer = try await app.get("/v1/users/me/sources")
                #expect(answer.status == 401)
                bodies.insert(answer.json.without("requestId").bytes)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("A token is good until the second before it expires, whatever was remembered")
    func expiry() async throws {
        try await withService { api in
            let person = try await api.person()
            let brief = try await api.token(user: person.id, client: person.client, expiresIn: 3)
            for _ in 0..<3 {
                #expect(try await brief.app.get("/v1/users/me/sources").status == 200)
                api.clock.advance(bySeconds: 1)
            }
            let late = try await brief.app.get("/v1/users/me/sources")
            #expect(late.summary == "401 unauthenticated")
        }
    }

    @Test("Changed grants, revoked tokens and erased users count at once")
    func atOnce() async throws {
        try await withService { api in
            let person = try await api.person(share: ["stepCount"])
            #expect(try await person.app.push(steps("08:00", "08:10", 1)).counts == "1/0/0")
            _ = try await api.admin.put(person.path("/grants/\(person.client)"), [:])
            let denied = try await person.app.push(steps("09:00", "09:10", 1))
            #expect(denied.outcomes == ["0 rejected sharingDenied type"])
            #expect(try await api.admin.delete(person.path("")).status == 204)
            let gone = try await person.app.get("/v1/users/me/sources")
            #expect(gone.summary == "401 unauthenticated")
        }
    }

    @Test("A revoked token stays refused, even where requests were under way as it was revoked")
    func revocationRace() async throws {
        try await withService { api in
            let person = try await api.person()
            for _ in 0..<25 {
                let token = try await api.token(user: person.id, client: person.client)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<5 {
                        group.addTask { _ = try await token.app.get("/v1/users/me/sources") }
                    }
                    group.addTask { _ = try await api.admin.delete("/v1/tokens/\(token.tokenID)") }
                    try await group.waitForAll()
                }
                let after = try await token.app.get("/v1/users/me/sources")
                #expect(after.summary == "401 unauthenticated")
            }
        }
    }

    @Test("A client may name its user or say me; an admin has to name one")
    func me() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
            #expect(try await person.app.get(person.path("/sources")).status == 200)
            #expect(try await api.admin.get(person.path("/sources")).status == 200)
            let nobody = try await api.admin.get("/v1/users/me/sources")
            #expect(nobody.summary == "404 userNotFound")
        }
    }
}
