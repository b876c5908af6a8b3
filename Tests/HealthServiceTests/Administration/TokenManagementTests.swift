import HealthAPI
import HealthModel
import HealthService
import HealthStore
import TestSupport
import Testing

/// Lists, rotation and revocation of clients' tokens.
@Suite("Management of tokens", .offPool, .timeLimit(.minutes(2)))
struct TokenManagementTests {
    private func tokens(_ api: TestAPI, _ person: Person) async throws -> [JSONTree] {
        try await api.admin.get(person.path("/tokens"))["tokens"].elements
    }

    @Test("Tokens are listed with what became of them, and never with a secret")
    func list() async throws {
        try await withService { api in
            let person = try await api.person()
            let body: JSONTree = ["client": .string(person.client), "name": "Watch"]
            let second = try await api.admin.post(person.path("/tokens"), body)
            let secret = try #require(second["token"].string)
            api.log.forbid(secret)
            let answer = try await api.admin.get(person.path("/tokens"))
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("trib_c_"))
            let listed = answer["tokens"].elements
            #expect(listed.map { $0["id"] } == [second["id"], .string(person.tokenID)])
            #expect(listed[0]["name"] == "Watch" && listed[1]["name"] == .null)
            #expect(listed.allSatisfy { $0["lastUsedAt"] == .null && $0["revokedAt"] == .null })
            _ = try await person.app.get("/v1/users/me/sources")
            _ = try await api.admin.delete("/v1/tokens/\(person.tokenID)")
            let after = try await tokens(api, person)
            #expect(after[1]["lastUsedAt"] == "2026-11-30T12:00:00Z")
            #expect(after[1]["revokedAt"] != .null && after[0]["lastUsedAt"] == .null)
            let page = try await api.admin.get(person.path("/tokens"), ("limit", "1"))
            let cursor = try #require(page["cursor"].string)
            let rest = try await api.admin.get(person.path("/tokens"), ("cursor", cursor))
            #expect(rest["tokens"].elements.map { $0["id"] } == [.string(person.tokenID)])
            #expect(rest["cursor"] == .null)
        }
    }

    @Test("When a token was last used is written once for many uses, and is there after a restart")
    func lastUse() async throws {
        try await withService { api in
            let person = try await api.person()
            for _ in 0..<20 { _ = try await person.app.get("/v1/users/me/sources") }
            api.clock.advance(bySeconds: 30)
            _ = try await person.app.get("/v1/users/me/sources")
            await api.service.close()
            let stored = try await api.store.tokens(
                user: try #require(UserID(person.id)),
                after: nil,
                limit: 10
            )
            #expect(stored.map(\.lastUsedAt) == [api.clock.now])
        }
    }

    @Test("A rotated token goes on for the overlap, the new one from the start")
    func rotation() async throws {
        try await withService { api in
            let person = try await api.person()
            let former = try await api.token(
                user: person.id,
                client: person.client,
                expiresIn: 1000
            )
            let path = "/v1/tokens/\(former.tokenID)/rotation"
            let answer = try await api.admin.post(path, ["overlap": 100, "expiresIn": 5000])
            #expect(answer.status == 201)
            let secret = try #require(answer["token"].string)
            api.log.forbid(secret)
            let app = Caller(http: api.stranger.http, token: secret)
            #expect(try await app.get("/v1/users/me/sources").status == 200)
            api.clock.advance(bySeconds: 99)
            #expect(try await former.app.get("/v1/users/me/sources").status == 200)
            api.clock.advance(bySeconds: 1)
            let ended = try await former.app.get("/v1/users/me/sources")
            #expect(ended.summary == "401 unauthenticated")
            #expect(try await app.get("/v1/users/me/sources").status == 200)
            #expect(try await api.admin.post(path, [:]).summary == "404 tokenNotFound")
            for body: JSONTree in [["overlap": -1], ["overlap": 2_592_001], ["overlapp": 1]] {
                let refused = try await api.admin.post("/v1/tokens/x/rotation", body)
                #expect(refused.summary == "400 invalidRequest")
            }
            #expect(
                try await api.admin.post("/v1/tokens/x/rotation", [:]).summary
                    == "404 tokenNotFound"
            )
        }
    }

    @Test("A rotation without overlap ends the former token at once")
    func noOverlap() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
            let path = "/v1/tokens/\(person.tokenID)/rotation"
            let answer = try await api.admin.post(path, ["overlap": 0])
            api.log.forbid(try #require(answer["token"].string))
            #expect(answer["expiresAt"] == .null)
            let ended = try await person.app.get("/v1/users/me/sources")
            #expect(ended.summary == "401 unauthenticated")
        }
    }

    @Test("Another server that remembers a token hears at once that it counts no more")
    func otherServer() async throws {
        try await withService { api in
            let person = try await api.person()
            let admin = try await api.administrator("admin")
            let (other, hub) = try await api.otherAuthenticator()
            let secret = Array((person.app.token ?? "").utf8)
            let adminSecret = Array((admin.caller.token ?? "").utf8)
            // Once it listens it remembers.
            try await eventually("remembered") {
                _ = try await other.principal(ofSecret: secret)
                return other.hasRemembered(secret)
            }
            _ = try await other.principal(ofSecret: adminSecret)
            #expect(try await api.admin.delete("/v1/tokens/\(person.tokenID)").status == 204)
            try await eventually("the client's token is refused") {
                await refused(other, secret)
            }
            let path = "/v1/admin-tokens/\(admin.token)"
            #expect(try await api.admin.delete(path).status == 204)
            try await eventually("the admin's token is refused") {
                await refused(other, adminSecret)
            }
            await hub.close()
        }
    }

    @Test("A server that hears nothing asks the database each time")
    func deaf() async throws {
        try await withService { api in
            let person = try await api.person()
            let (other, hub) = try await api.otherAuthenticator()
            let secret = Array((person.app.token ?? "").utf8)
            try await eventually("remembered") {
                _ = try await other.principal(ofSecret: secret)
                return other.hasRemembered(secret)
            }
            await hub.close()
            #expect(!other.hasRemembered(secret))
            #expect(try await api.admin.delete("/v1/tokens/\(person.tokenID)").status == 204)
            #expect(await refused(other, secret))
        }
    }

    private func refused(_ authenticator: Authenticator, _ secret: [UInt8]) async -> Bool {
        do {
            _ = try await authenticator.principal(ofSecret: secret)
            return false
        } catch {
            return (error as? Problem)?.code == .unauthenticated
        }
    }
}
