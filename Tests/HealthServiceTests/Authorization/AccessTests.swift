import HTTPClient
import HealthService
import HealthStore
import TestSupport
import Testing

/// What admins do about requests, access codes and sessions.
@Suite("Access of people", .offPool)
struct AccessTests {
    @Test("A code is shown once, in a link, and signs in whom it is for")
    func code() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/access-codes")
            let made = try await api.admin.post(path, [:])
            #expect(made.status == 201 && made["expiresAt"] == "2026-12-01T12:00:00Z")
            let code = try #require(made["code"].string)
            api.log.forbid(code)
            #expect(made["url"].string == "https://health.example.org/sheet/sign-in?code=\(code)")
            let listed = try await api.admin.get(path)
            #expect(listed["accessCodes"].elements.map { $0["id"] } == [made["id"]])
            #expect(!String(decoding: listed.body, as: UTF8.self).contains("trib_p_"))
            let issued = try #require(
                try await api.store.spendAccessCode(code, at: api.clock.now, by: "person")
            )
            #expect("\(issued.session.user)" == person.id)
            #expect(try await api.admin.get(path)["accessCodes"].elements.isEmpty)
            let id = try #require(made["id"].string)
            #expect(try await api.admin.delete("\(path)/\(id)").summary == "404 accessCodeNotFound")
        }
    }

    @Test("A code that was taken back is none")
    func takenBack() async throws {
        try await withService { api in
            let person = try await api.person()
            let made = try await api.admin.post(person.path("/access-codes"), ["expiresIn": 60])
            let code = try #require(made["code"].string)
            let id = try #require(made["id"].string)
            let other = try await api.person()
            #expect(
                try await api.admin.delete(other.path("/access-codes/\(id)")).summary
                    == "404 accessCodeNotFound"
            )
            #expect(try await api.admin.delete(person.path("/access-codes/\(id)")).status == 204)
            #expect(
                try await api.store.spendAccessCode(code, at: api.clock.now, by: "person") == nil
            )
        }
    }

    @Test("How long a code is good is from a minute to thirty days")
    func lifetime() async throws {
        try await withService { api in
            let path = try await api.person().path("/access-codes")
            for body in [59, 2_592_001, 1.5, -1] as [Double] {
                let answer = try await api.admin.post(path, ["expiresIn": .number(body)])
                #expect(answer.summary == "400 invalidRequest" && answer["field"] == "expiresIn")
            }
            let misspelt = try await api.admin.post(path, ["expires": 60])
            #expect(misspelt.summary == "400 invalidRequest" && misspelt["field"] == "expires")
            #expect(try await api.admin.post(path, ["expiresIn": 2_592_000]).status == 201)
        }
    }

    @Test("Who is signed in is listed, and signed out at once")
    func sessions() async throws {
        try await withService { api in
            let person = try await api.person()
            let made = try await api.admin.post(person.path("/access-codes"), [:])
            let issued = try #require(
                try await api.store.spendAccessCode(
                    made["code"].string ?? "",
                    at: api.clock.now,
                    by: "person"
                )
            )
            let listed = try await api.admin.get(person.path("/sessions"))
            #expect(
                listed["sessions"].elements == [
                    [
                        "id": .string("\(issued.session.id)"),
                        "createdAt": "2026-11-30T12:00:00Z",
                        "lastUsedAt": "2026-11-30T12:00:00Z",
                        "expiresAt": "2026-12-01T00:00:00Z",
                    ]
                ]
            )
            let path = person.path("/sessions/\(issued.session.id)")
            #expect(try await api.admin.delete(path).status == 204)
            #expect(try await api.admin.delete(path).summary == "404 sessionNotFound")
            #expect(
                try await api.store.session(ofSecret: issued.secret, at: api.clock.now) == nil
            )
        }
    }

    @Test("A client neither decides nor hands out codes nor sees who is signed in")
    func clients() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let made = try await person.app.post(
                AuthorizationTests.requests,
                AuthorizationTests.both
            )
            let id = try #require(made["id"].string)
            let calls = [
                ("GET", "authorization-requests"),
                ("POST", "authorization-requests/\(id)/decision"),
                ("POST", "access-codes"), ("GET", "access-codes"), ("DELETE", "access-codes/\(id)"),
                ("GET", "sessions"), ("DELETE", "sessions/\(id)"),
            ]
            for (method, path) in calls {
                let answer = try await person.app.send(
                    method,
                    person.path("/\(path)"),
                    body: method == "POST" ? Array("{}".utf8) : nil
                )
                #expect(answer.summary == "403 forbidden", "\(method) \(path)")
            }
        }
    }

    @Test("An admin sees what was asked, by state, without its code; and decides only that")
    func requests() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let made = try await person.app.post(
                AuthorizationTests.requests,
                AuthorizationTests.both
            )
            let code = try #require(made["userCode"].string)
            #expect(made["verificationURI"] == "https://health.example.org/sheet")
            #expect(
                made["verificationURIComplete"].string
                    == "https://health.example.org/sheet/requests/\(code)"
            )
            let path = person.path("/authorization-requests")
            let listed = try await api.admin.get(path, ("state", "pending"))
            let request = try #require(listed["requests"].elements.first)
            #expect(request["share"] == [AuthorizationTests.stepType])
            #expect(request["read"] == [AuthorizationTests.heartType])
            #expect(request["shareUsageDescription"] == "To count walks.")
            #expect(request["client"].string == person.client)
            #expect(!String(decoding: listed.body, as: UTF8.self).contains(code))
            #expect(try await api.admin.get(path, ("state", "denied"))["requests"] == [])
            #expect(
                try await api.admin.get(path, ("state", "x")).summary == "400 invalidParameter"
            )
            let id = try #require(made["id"].string)
            for (body, field) in [
                (["share": ["heartRate"]], "share"), (["read": ["stepCount"]], "read"),
                (["shares": ["stepCount"]], "shares"),
            ] as [(JSONTree, String)] {
                let answer = try await api.admin.post("\(path)/\(id)/decision", body)
                #expect(answer.summary == "400 invalidRequest" && answer["field"].string == field)
            }
            #expect(try await api.admin.get("\(path)/\(id)").json == request)
        }
    }

    @Test("Links begin with what was set, else with where the server listens")
    func links() {
        let given = PublicURL("https://health.example.org/tributary")
        given.listens(at: "http://127.0.0.1:8080")
        #expect(given.sheet == "https://health.example.org/tributary/sheet")
        let other = PublicURL()
        other.listens(at: "http://127.0.0.1:8080")
        #expect(other.sheet == "http://127.0.0.1:8080/sheet")
    }
}
