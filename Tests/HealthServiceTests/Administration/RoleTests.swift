import HealthAPI
import HealthService
import TestSupport
import Testing

/// Who may make which call of an administrator.
@Suite("Roles", .offPool)
struct RoleTests {
    /// A call, and who may make it.
    private struct Call: Sendable {
        let method: String
        let path: String
        var body: JSONTree?
        let permission: Permission
    }

    private static let calls = [
        Call(method: "GET", path: "/v1/users", permission: .inspect),
        Call(method: "GET", path: "/v1/users/USER", permission: .inspect),
        Call(method: "PATCH", path: "/v1/users/USER", body: [:], permission: .administer),
        Call(method: "GET", path: "/v1/users/USER/export", permission: .administer),
        Call(method: "GET", path: "/v1/clients/CLIENT", permission: .inspect),
        Call(method: "PATCH", path: "/v1/clients/CLIENT", body: [:], permission: .administer),
        Call(
            method: "PATCH",
            path: "/v1/users/USER/grants/CLIENT",
            body: [:],
            permission: .administer
        ),
        Call(
            method: "POST",
            path: "/v1/grants",
            body: ["users": "*", "client": "CLIENT", "share": [], "read": []],
            permission: .administer
        ),
        Call(method: "GET", path: "/v1/grant-templates", permission: .inspect),
        Call(
            method: "PUT",
            path: "/v1/grant-templates/one",
            body: [:],
            permission: .administer
        ),
        Call(method: "GET", path: "/v1/grant-templates/one", permission: .inspect),
        Call(method: "DELETE", path: "/v1/grant-templates/one", permission: .administer),
        Call(method: "GET", path: "/v1/users/USER/tokens", permission: .inspect),
        Call(
            method: "POST",
            path: "/v1/tokens/TOKEN/rotation",
            body: ["overlap": 60],
            permission: .administer
        ),
        Call(method: "GET", path: "/v1/audit", permission: .inspect),
        Call(method: "GET", path: "/v1/admin-tokens", permission: .own),
        Call(
            method: "POST",
            path: "/v1/admin-tokens",
            body: ["name": "x", "role": "auditor"],
            permission: .own
        ),
        Call(
            method: "POST",
            path: "/v1/admin-tokens/ADMIN/rotation",
            body: ["overlap": 60],
            permission: .own
        ),
        Call(method: "DELETE", path: "/v1/admin-tokens/ADMIN", permission: .own),
        Call(method: "GET", path: "/v1/users/USER/sources", permission: .healthData),
        Call(method: "GET", path: "/v1/users/USER/samples?type=stepCount", permission: .healthData),
        Call(method: "GET", path: "/v1/users/USER/changes", permission: .healthData),
        Call(method: "GET", path: "/v1/users/USER/characteristics", permission: .healthData),
    ]

    private func send(
        _ call: Call,
        by caller: Caller,
        _ person: Person,
        admin: String
    ) async throws -> Int {
        let path = call.path.replacing("USER", with: person.id)
            .replacing("CLIENT", with: person.client).replacing("TOKEN", with: person.tokenID)
            .replacing("ADMIN", with: admin)
        let body = call.body.map { $0.replacingClient(with: person.client).bytes }
        return try await caller.raw(call.method, path, body).status
    }

    @Test("A client, an auditor, an admin and an owner may make the calls that are for them")
    func roles() async throws {
        try await withService { api in
            let person = try await api.person()
            let owner = try await api.administrator("owner")
            let admin = try await api.administrator("admin")
            let auditor = try await api.administrator("auditor")
            let spare = try await api.administrator("auditor")
            let callers: [(name: String, caller: Caller, may: Set<Permission>)] = [
                ("client", person.app, [.healthData]),
                ("auditor", auditor.caller, [.inspect]),
                ("admin", admin.caller, [.healthData, .inspect, .administer]),
                ("owner", owner.caller, [.healthData, .inspect, .administer, .own]),
                ("operator", api.admin, [.healthData, .inspect, .administer, .own]),
            ]
            for (name, caller, may) in callers {
                for call in Self.calls {
                    let status = try await send(call, by: caller, person, admin: spare.token)
                    let isRefused = status == 403
                    #expect(
                        isRefused != may.contains(call.permission),
                        "\(name): \(call.method) \(call.path): \(status)"
                    )
                }
            }
        }
    }

    @Test("An admin's token ends when it expires, is revoked or was rotated, and is its own caller")
    func ends() async throws {
        var settings = TestAPISettings()
        settings.limits.rates.adminRequestsPerMinute = 40
        try await withService(settings) { api in
            let (first, token) = try await api.administrator("auditor")
            #expect(try await first.get("/v1/users").status == 200)
            let rotation: JSONTree = ["overlap": 60, "expiresIn": 600]
            let path = "/v1/admin-tokens/\(token)"
            let rotated = try await api.admin.post(path + "/rotation", rotation)
            let secret = try #require(rotated["token"].string)
            api.log.forbid(secret)
            let second = Caller(http: api.stranger.http, token: secret)
            #expect(try await second.get("/v1/users").status == 200)
            #expect(try await first.get("/v1/users").status == 200)
            api.clock.advance(bySeconds: 60)
            #expect(try await first.get("/v1/users").summary == "401 unauthenticated")
            #expect(try await second.get("/v1/users").status == 200)
            let again = try await api.admin.post(path + "/rotation", [:])
            #expect(again.summary == "404 adminTokenNotFound")
            let newID = try #require(rotated["id"].string)
            for _ in 0..<41 { _ = try await second.get("/v1/users") }
            #expect(try await second.get("/v1/users").summary == "429 rateLimited")
            // The operator's own quota is untouched by that.
            #expect(try await api.admin.delete("/v1/admin-tokens/\(newID)").status == 204)
            api.clock.advance(bySeconds: 60)
            #expect(try await second.get("/v1/users").summary == "401 unauthenticated")
            #expect(try await api.admin.delete("/v1/admin-tokens/\(newID)").status == 204)
        }
    }

    @Test("Tokens of admins are listed without secrets, and need a name and a role that exists")
    func lists() async throws {
        try await withService { api in
            for body: JSONTree in [
                [:], ["name": "x"], ["name": "", "role": "admin"], ["name": "x", "role": "root"],
                ["name": "x", "role": "admin", "expires": 60],
            ] {
                let answer = try await api.admin.post("/v1/admin-tokens", body)
                #expect(answer.summary == "400 invalidRequest")
            }
            let made = [
                try await api.administrator("admin").token,
                try await api.administrator("auditor").token,
            ]
            _ = try await api.admin.delete("/v1/admin-tokens/\(made[0])")
            var listed: [JSONTree] = []
            var cursor: String?
            repeat {
                let page = try await api.admin.send(
                    "GET",
                    "/v1/admin-tokens",
                    query: [("limit", "1")] + (cursor.map { [("cursor", $0)] } ?? [])
                )
                listed += page["adminTokens"].elements
                cursor = page["cursor"].string
            } while cursor != nil
            #expect(listed.compactMap { $0["id"].string } == made.reversed())
            #expect(listed[1]["revokedAt"] != .null && listed[0]["revokedAt"] == .null)
            #expect(listed.map { $0["role"].string } == ["auditor", "admin"])
            let broken = try await api.admin.get("/v1/admin-tokens", ("cursor", "x"))
            #expect(broken.summary == "400 cursorInvalid")
        }
    }
}

extension JSONTree {
    fileprivate func replacingClient(with id: String) -> JSONTree {
        self["client"] == "CLIENT" ? with(["client": .string(id)]) : self
    }
}
