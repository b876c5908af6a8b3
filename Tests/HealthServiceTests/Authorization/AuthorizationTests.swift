import HTTPClient
import HealthStore
import TestSupport
import Testing

/// What a client is told about what it may do, and how it asks for more.
@Suite("Authorization", .offPool, .timeLimit(.minutes(2)))
struct AuthorizationTests {
    static let stepType: JSONTree = "HKQuantityTypeIdentifierStepCount"
    static let heartType: JSONTree = "HKQuantityTypeIdentifierHeartRate"

    /// A request to share steps and to read heart rates.
    static let both: JSONTree = [
        "share": ["stepCount"], "read": ["heartRate"],
        "shareUsageDescription": "To count walks.", "readUsageDescription": "To show a curve.",
    ]
    static let requests = "/v1/users/me/authorization-requests"

    private func status(
        _ person: Person,
        share: String? = nil,
        read: String? = nil
    ) async throws -> Answer {
        let query = [("share", share), ("read", read)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return try await person.app.send("GET", "/v1/users/me/authorization", query: query)
    }

    @Test("Each state of sharing is told, of the types named, in full names and in their order")
    func shareStatus() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let open = try await status(person, share: "stepCount,heartRate,stepCount")
            #expect(
                open["share"] == [
                    ["type": Self.stepType, "status": "notDetermined"],
                    ["type": Self.heartType, "status": "notDetermined"],
                ]
            )
            #expect(open["requestStatus"] == "shouldRequest")
            #expect(open["client"]["bundleIdentifier"].string?.isEmpty == false)
            #expect(open["client"]["name"].string?.isEmpty == false)
            let made = try await person.app.post(
                Self.requests,
                ["share": ["stepCount", "heartRate"], "shareUsageDescription": "Why."]
            )
            let id = try #require(made["id"].string)
            _ = try await api.admin.post(
                person.path("/authorization-requests/\(id)/decision"),
                ["share": ["heartRate"]]
            )
            let decided = try await status(person, share: "stepCount,heartRate")
            #expect(
                decided["share"].elements.map { $0["status"] } == [
                    "sharingDenied", "sharingAuthorized",
                ]
            )
            #expect(decided["requestStatus"] == "unnecessary")
        }
    }

    @Test("Whether a request would show anything tells nothing of what was decided about reading")
    func readIsNotTold() async throws {
        try await withService { api in
            let allowed = try await api.person(share: nil)
            let refused = try await api.person(share: nil)
            let decisions: [(Person, JSONTree)] = [
                (allowed, .array(["heartRate"])), (refused, .array([])),
            ]
            for (person, read) in decisions {
                let open = try await status(person, read: "heartRate")
                #expect(open["share"] == [])
                #expect(open["requestStatus"] == "shouldRequest")
                let made = try await person.app.post(Self.requests, Self.both)
                let id = try #require(made["id"].string)
                _ = try await api.admin.post(
                    person.path("/authorization-requests/\(id)/decision"),
                    ["share": [], "read": read]
                )
            }
            func told(_ person: Person) async throws -> [JSONTree] {
                let asked = try await person.app.post(Self.requests, Self.both)
                #expect(asked.status == 200)
                let told = try await status(person, share: "stepCount", read: "heartRate")
                // The third member is who asks.
                return [told["share"], told["requestStatus"], asked.json]
            }
            let (first, second) = (try await told(allowed), try await told(refused))
            #expect(first == second)
            #expect(first[2] == ["state": "decided"])
        }
    }

    @Test("How far a request has got is the same, whatever was decided about reading")
    func progressDoesNotTell() async throws {
        try await withService { api in
            var told: [JSONTree] = []
            for read in [["heartRate"], []] as [JSONTree] {
                let person = try await api.person(share: nil)
                let made = try await person.app.post(Self.requests, Self.both)
                let id = try #require(made["id"].string)
                let path = person.path("/authorization-requests/\(id)")
                let decided = try await api.admin.post(
                    path + "/decision",
                    ["share": [], "read": read]
                )
                #expect(decided["state"] == (read == [] ? "denied" : "decided"))
                let answer = try await person.app.get("\(Self.requests)/\(id)")
                told.append(answer.json.without("id"))
            }
            #expect(told[0] == told[1])
            #expect(told[0] == ["state": "decided", "interval": 5])
        }
    }

    @Test("A client asks, waits, and is told: pending, decided, denied, expired")
    func states() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let body: JSONTree = ["share": ["stepCount"], "shareUsageDescription": "Why."]
            func ask(_ body: JSONTree) async throws -> String {
                let made = try await person.app.post(Self.requests, body)
                #expect(made.status == 201 && made["state"] == "pending")
                #expect(made["expiresIn"] == 900 && made["interval"] == 5)
                return try #require(made["id"].string)
            }
            func state(_ id: String) async throws -> String? {
                try await person.app.get("\(Self.requests)/\(id)")["state"].string
            }
            let first = try await ask(body)
            #expect(try await state(first) == "pending")
            api.clock.advance(bySeconds: 899)
            #expect(try await state(first) == "pending")
            api.clock.advance(bySeconds: 1)
            #expect(try await state(first) == "expired")
            let late = try await api.admin.post(
                person.path("/authorization-requests/\(first)/decision"),
                [:]
            )
            #expect(late.summary == "410 authorizationRequestExpired")
            let second = try await ask(body)
            _ = try await api.admin.post(
                person.path("/authorization-requests/\(second)/decision"),
                [:]
            )
            #expect(try await state(second) == "denied")
            let third = try await ask(body.with(["share": ["heartRate"]]))
            let path = person.path("/authorization-requests/\(third)/decision")
            let decided = try await api.admin.post(path, ["share": ["heartRate"]])
            #expect(decided["state"] == "decided" && decided["share"] == [Self.heartType])
            #expect(decided["decidedAt"].string != nil)
            #expect(try await state(third) == "decided")
            #expect(
                try await api.admin.post(path, [:]).summary == "409 authorizationRequestDecided"
            )
        }
    }

    @Test("Who asks too soon waits five seconds longer, and is told so")
    func slowDown() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let made = try await person.app.post(Self.requests, Self.both)
            let path = "\(Self.requests)/\(try #require(made["id"].string))"
            #expect(try await person.app.get(path).status == 200)
            api.clock.advance(bySeconds: 4)
            let slowed = try await person.app.get(path)
            #expect(slowed.summary == "429 slowDown" && slowed["interval"] == 10)
            #expect(slowed.headers["Retry-After"] == "10")
            api.clock.advance(bySeconds: 10)
            let answer = try await person.app.get(path)
            #expect(answer.status == 200 && answer["interval"] == 10)
            let admin = person.path("/authorization-requests/\(try #require(made["id"].string))")
            for _ in 0..<3 { #expect(try await api.admin.get(admin).status == 200) }
        }
    }

    @Test("A request of another client, of another user and none at all are answered alike")
    func foreign() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let sibling = try await api.join(user: person.id, share: nil)
            let stranger = try await api.person(share: nil)
            let made = try await person.app.post(Self.requests, Self.both)
            let id = try #require(made["id"].string)
            var answers: [Answer] = []
            for (app, id) in [
                (sibling.app, id), (stranger.app, id),
                (person.app, "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"), (person.app, "x"),
            ] {
                answers.append(try await app.get("\(Self.requests)/\(id)"))
            }
            let shapes = Set(answers.map { $0.json.without("requestId").bytes })
            #expect(shapes.count == 1)
            #expect(answers[0].summary == "404 authorizationRequestNotFound")
            #expect(
                try await stranger.app.get(person.path("/authorization-requests/\(id)")).summary
                    == "404 userNotFound"
            )
            let open = try await status(sibling, share: "stepCount")
            #expect(open["share"].elements.map { $0["status"] } == ["notDetermined"])
        }
    }

    @Test("A decision wakes a client that waits for changes, which then sees what it may")
    func wakes() async throws {
        try await withService { api in
            let other = try await api.person()
            let person = try await api.join(user: other.id, share: nil)
            _ = try await other.app.push(steps("08:00", "08:10", 1))
            let first = try await person.app.get("/v1/users/me/changes")
            #expect(first["added"].elements.isEmpty)
            let made = try await person.app.post(
                Self.requests,
                ["read": ["stepCount"], "readUsageDescription": "Why."]
            )
            let id = try #require(made["id"].string)
            let anchor = try #require(first["anchor"].string)
            let waiting = Task {
                try await person.app.send(
                    "GET",
                    "/v1/users/me/changes",
                    query: [("anchor", anchor), ("wait", "300")]
                )
            }
            try await eventually("it waits") { api.hub.waiters == 1 }
            _ = try await api.admin.post(
                person.path("/authorization-requests/\(id)/decision"),
                ["read": ["stepCount"]]
            )
            #expect(try await waiting.value.summary == "410 anchorOutdated")
            let anew = try await person.app.get("/v1/users/me/changes")
            #expect(anew["added"].elements.count == 1)
        }
    }

    /// The cases of `refused`.
    private static let refusals: [(JSONTree, String, String?)] = [
        ([:], "invalidRequest", "share"),
        (["share": []], "invalidRequest", "share"),
        (["share": ["*"]], "unknownType", "share"),
        (["share": ["moodRing"]], "unknownType", "share"),
        (["share": ["bloodType"]], "notShareable", "share"),
        (["read": ["bloodPressure"]], "unsupportedType", "read"),
        (["share": "stepCount"], "invalidRequest", "share"),
        (["shares": ["stepCount"]], "invalidRequest", "shares"),
        (["share": ["stepCount"]], "invalidRequest", "shareUsageDescription"),
        (
            ["share": ["stepCount"], "shareUsageDescription": " "], "invalidRequest",
            "shareUsageDescription"
        ),
        (
            ["share": ["stepCount"], "shareUsageDescription": "a\nb"], "invalidRequest",
            "shareUsageDescription"
        ),
        (
            ["share": ["stepCount"], "shareUsageDescription": "a\u{202E}b"], "invalidRequest",
            "shareUsageDescription"
        ),
        (
            ["read": ["stepCount"], "shareUsageDescription": "Why."], "invalidRequest",
            "readUsageDescription"
        ),
        (
            [
                "read": ["stepCount"],
                "readUsageDescription": .string(String(repeating: "x", count: 1001)),
            ], "invalidRequest", "readUsageDescription"
        ),
    ]

    @Test("A request that makes no sense is refused, with the member at fault")
    func refused() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            for (body, code, field) in Self.refusals {
                let answer = try await person.app.post(Self.requests, body)
                #expect(answer.summary == "400 \(code)", "\(body)")
                #expect(answer["field"].string == field, "\(body)")
            }
            let query = try await status(person, share: "bloodPressure")
            #expect(query.summary == "400 unsupportedType")
            #expect(
                try await api.admin.post(person.path("/authorization-requests"), Self.both).summary
                    == "403 forbidden"
            )
        }
    }

    @Test("A person is not flooded: so many requests of a client wait, and no more")
    func flood() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            for _ in 0..<10 {
                #expect(try await person.app.post(Self.requests, Self.both).status == 201)
            }
            #expect(
                try await person.app.post(Self.requests, Self.both).summary
                    == "409 tooManyAuthorizationRequests"
            )
            api.clock.advance(bySeconds: 900)
            #expect(try await person.app.post(Self.requests, Self.both).status == 201)
        }
    }
}
