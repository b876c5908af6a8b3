import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

extension TestAPI {
    /// Registers a webhook for a person's client.
    func hook(
        _ person: Person,
        _ url: String,
        user: String? = nil,
        types: [JSONTree]? = nil
    ) async throws -> (id: String, secret: String) {
        var body: JSONTree = ["url": .string(url), "client": .string(person.client)]
        if let user { body["user"] = .string(user) }
        if let types { body["types"] = .array(types) }
        let answer = try await admin.post("/v1/webhooks", body)
        #expect(answer.status == 201)
        let secret = try #require(answer["secret"].string)
        log.forbid(secret)
        return (id: try #require(answer["id"].string), secret: secret)
    }

    /// What is said of a webhook.
    func state(of id: String) async throws -> Answer {
        try await admin.get("/v1/webhooks/\(id)")
    }

    /// The attempts in the log, the latest first, as `attempt status error`.
    func attempts(of id: String) async throws -> [String] {
        try await admin.get("/v1/webhooks/\(id)/deliveries")["deliveries"].elements.map { entry in
            let number = entry["attempt"].number.map { "\(Int($0))" }
            let status = entry["status"].number.map { "\(Int($0))" }
            return [number, status, entry["error"].string].compactMap { $0 }
                .joined(separator: " ")
        }
    }
}

/// The operator's calls about webhooks.
@Suite("Webhooks", .offPool, .timeLimit(.minutes(2)))
struct WebhookTests {
    @Test("A webhook is made, listed, changed and deleted, and the audit log has it all")
    func life() async throws {
        try await withService { api in
            let person = try await api.person()
            let made = try await api.hook(
                person,
                "https://a.example/x",
                user: person.id,
                types: ["stepCount"]
            )
            let path = "/v1/webhooks/\(made.id)"
            let found = try await api.state(of: made.id)
            #expect(found["url"].string == "https://a.example/x")
            #expect(found["user"].string == person.id && found["client"].string == person.client)
            #expect(found["types"][0].string == "HKQuantityTypeIdentifierStepCount")
            #expect(found["secret"] == .null && found["enabled"] == true)
            let changed = try await api.admin.send(
                "PATCH",
                path,
                body: (["types": nil, "enabled": false] as JSONTree).bytes
            )
            #expect(changed["types"] == .null && changed["enabled"] == false)
            #expect(changed["url"].string == "https://a.example/x")
            #expect(try await api.admin.get("/v1/webhooks")["webhooks"].elements.count == 1)
            let rotated = try await api.admin.send("POST", path + "/secret")
            let secret = try #require(rotated["secret"].string)
            #expect(secret != made.secret && rotated["formerSecretUntil"] != .null)
            let replayed = try await api.admin.post(path + "/replay", ["user": .null])
            #expect(replayed["users"] == 0)
            #expect(try await api.admin.delete(path).status == 204)
            #expect(try await api.state(of: made.id).summary == "404 webhookNotFound")
            let actions = try api.database.connect().run(
                .init(
                    "test_audit",
                    """
                    SELECT action FROM audit_events
                    WHERE action LIKE 'webhook.%' ORDER BY at, action
                    """
                )
            ).textColumn(0)
            #expect(
                actions.sorted() == [
                    "webhook.change", "webhook.create", "webhook.delete", "webhook.replay",
                    "webhook.rotate",
                ]
            )
        }
    }

    @Test("No secret can be read from the tables")
    func sealed() async throws {
        try await withService { api in
            let made = try await api.hook(try await api.person(), "https://a.example/x")
            let kept = try api.database.connect().run(
                .init("test_secret", "SELECT secret FROM webhooks")
            )
            .textColumn(0)
            let key = String(made.secret.dropFirst("whsec_".count).dropLast())
            let url = key.replacing("+", with: "-").replacing("/", with: "_")
            #expect(kept.count == 1 && !kept[0].contains(key) && !kept[0].contains(url))
        }
    }

    @Test("A client may do none of it")
    func forbidden() async throws {
        try await withService { api in
            let person = try await api.person()
            let made = try await api.hook(person, "https://a.example/x")
            let path = "/v1/webhooks/\(made.id)"
            let body: JSONTree = ["url": "https://a.example", "client": .string(person.client)]
            let calls = [
                ("POST", "/v1/webhooks", body.bytes), ("GET", "/v1/webhooks", nil),
                ("GET", path, nil), ("PATCH", path, Array("{}".utf8)), ("DELETE", path, nil),
                ("POST", path + "/secret", nil), ("GET", path + "/deliveries", nil),
                ("POST", path + "/replay", Array("{}".utf8)),
            ]
            for (method, path, body) in calls {
                let answer = try await person.app.send(method, path, body: body)
                #expect(answer.summary == "403 forbidden", "\(method) \(path)")
            }
        }
    }

    @Test(
        "URLs that are not acceptable are refused with a code",
        arguments: [
            ("http://a.example/", "invalidURL"), ("ftp://a.example/", "invalidURL"),
            ("https://user@a.example/", "invalidURL"), ("https://a.example/#x", "invalidURL"),
            ("x", "invalidURL"), ("http://10.0.0.1/", "invalidURL"),
            ("http://x.localhost/", "invalidURL"), ("https://10.0.0.1/", "addressNotAllowed"),
            ("https://169.254.169.254/", "addressNotAllowed"),
            ("https://[fd00::1]/", "addressNotAllowed"), ("https://0/", "addressNotAllowed"),
            ("https://[::ffff:192.168.0.1]/", "addressNotAllowed"),
            ("https://[64:ff9b::7f00:1]/", "addressNotAllowed"),
        ]
    )
    func refused(url: String, code: String) async throws {
        try await withService { api in
            let person = try await api.person()
            let body: JSONTree = ["url": .string(url), "client": .string(person.client)]
            let answer = try await api.admin.post("/v1/webhooks", body)
            #expect(answer.summary == "400 \(code)" && answer["field"] == "url")
            let made = try await api.hook(person, "https://a.example")
            let changed = try await api.admin.send(
                "PATCH",
                "/v1/webhooks/\(made.id)",
                body: (["url": .string(url)] as JSONTree).bytes
            )
            #expect(changed.summary == "400 \(code)")
        }
    }

    @Test("With the setting, private addresses may be registered, and no others more")
    func privateAllowed() async throws {
        try await withReceiver({ $0.webhooks?.allowsPrivateAddresses = true }) { api, _, _ in
            let person = try await api.person()
            _ = try await api.hook(person, "https://10.0.0.1/")
            let body: JSONTree = [
                "url": "https://169.254.169.254/", "client": .string(person.client),
            ]
            let answer = try await api.admin.post("/v1/webhooks", body)
            #expect(answer.summary == "400 addressNotAllowed")
        }
    }

    @Test("What is wrong with a body is said, and a misspelt member is not passed over")
    func bodies() async throws {
        try await withService { api in
            let person = try await api.person()
            let good: JSONTree = ["url": "https://a.example", "client": .string(person.client)]
            let cases: [(JSONTree, String)] = [
                (["type": ["stepCount"]], "400 invalidRequest"),
                (["types": ["moodRing"]], "400 unknownType"),
                (["types": []], "400 invalidRequest"),
                (["client": "999"], "404 clientNotFound"),
                (["client": "com.example"], "404 clientNotFound"),
                (["user": "00000000000000ff"], "404 userNotFound"),
                (["user": "x"], "404 userNotFound"),
            ]
            for (change, summary) in cases {
                let answer = try await api.admin.post("/v1/webhooks", good.with(change))
                #expect(answer.summary == summary, "\(change)")
            }
            #expect(try await api.admin.get("/v1/webhooks")["webhooks"].elements.isEmpty)
        }
    }

    @Test("There are no more webhooks than may be")
    func tooMany() async throws {
        var settings = TestAPISettings()
        settings.limits.webhooks = 1
        try await withService(settings) { api in
            let person = try await api.person()
            _ = try await api.hook(person, "https://a.example")
            let body: JSONTree = ["url": "https://a.example", "client": .string(person.client)]
            let answer = try await api.admin.post("/v1/webhooks", body)
            #expect(answer.summary == "409 tooManyWebhooks")
        }
    }
}
