import HTTPClient
import HealthAPI
import HealthStore
import TestSupport
import Testing

/// Every code there is, provoked.
@Suite("Problem codes", .offPool)
struct ProblemCodeTests {
    /// The codes that no request can provoke, and why.
    private static let unreachable: [ProblemCode: String] = [
        .headersTooLarge: "libmicrohttpd answers by itself where fields do not fit its memory"
    ]

    /// The codes that other suites provoke, since it takes a server of its own settings.
    private static let elsewhere: [ProblemCode: String] = [
        .requestTimeout: "TransportTests.slowRequest",
        .malformedRequest: "TransportTests.malformedRequests",
        .malformedEncoding: "TransportTests.badEncoding",
        .inflatedTooLarge: "TransportTests.badEncoding",
        .rateLimited: "RateLimitTests.requests",
        .overloaded: "AvailabilityTests.busy",
        .draining: "AvailabilityTests.drainTooShort",
        .databaseUnavailable: "AvailabilityTests.closedPool",
        .internalError: "AvailabilityTests.internalError",
        .anchorExpired: "ChangeAnchorTests.expired",
        .anchorOutdated: "ChangeAnchorTests.outdated",
        .tooManySamples: "BurdenTests.explanation",
        .tooManySources: "BurdenTests.sources",
        .tooManyWebhooks: "WebhookTests.tooMany",
        .tooManyAuthorizationRequests: "AuthorizationTests.flood",
        .authorizationRequestDecided: "AuthorizationTests.states",
        .authorizationRequestExpired: "AuthorizationTests.states",
        .slowDown: "AuthorizationTests.slowDown",
        .tooManyGrantTemplates: "GrantTemplateTests.tooMany",
    ]

    private typealias Provocation = @Sendable (TestAPI, Person) async throws -> Answer

    private static func user(_ target: String) -> Provocation {
        { _, person in
            try await person.app.get(
                "/v1/users/me/\(target)".replacing(
                    "RANGE",
                    with: "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
                )
            )
        }
    }

    private static func push(_ body: String) -> Provocation {
        { _, person in try await person.app.push(raw: body) }
    }

    private static func sample(_ change: JSONTree) -> Provocation {
        { _, person in try await person.app.push(steps("08:00", "08:10", 1).with(change)) }
    }

    private static func operation(
        _ method: String,
        _ path: String,
        _ body: JSONTree? = nil
    ) -> Provocation {
        { api, person in
            let path = path.replacing("USER", with: person.id)
            return try await api.admin.send(method, path, body: body?.bytes)
        }
    }

    /// What is refused as a request.
    private static let requests: [ProblemCode: Provocation] = [
        .malformedJSON: push("{"),
        .duplicateKey: push(#"{"samples":[],"samples":[]}"#),
        .invalidRequest: push("[]"),
        .invalidParameter: user("samples?type=stepCount&limit=0"),
        .missingParameter: user("samples"),
        .unknownParameter: user("sources?x=1"),
        .unknownType: user("samples?type=moodRing"),
        .unsupportedType: user("statistics/workout?RANGE"),
        .notShareable: operation("PUT", "/v1/users/USER/grants/1", ["share": ["bloodType"]]),
        .invalidOption: user("statistics/heartRate?RANGE&options=sum"),
        .invalidRange: user(
            "samples?type=stepCount&start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z"
        ),
        .tooManyBuckets: user(
            "statistics/stepCount/collection?start=0001-01-01T00:00:00Z"
                + "&end=2026-01-01T00:00:00Z&interval=PT1S"
        ),
        .cursorInvalid: user("samples?type=stepCount&cursor=x"),
        .anchorInvalid: user("changes?anchor=x"),
        .unknownSource: user("samples?type=stepCount&source=x"),
        .unitMismatch: user("samples?type=stepCount&unit=kg"),
        .invalidUnit: user("samples?type=stepCount&unit=!"),
        .unauthenticated: { api, _ in try await api.stranger.get("/v1/clients") },
        .forbidden: { _, person in try await person.app.get("/v1/clients") },
        .notFound: operation("GET", "/nowhere"),
        .userNotFound: operation("GET", "/v1/users/00000000000000ff"),
        .clientNotFound: operation("GET", "/v1/users/USER/grants/999"),
        .tokenNotFound: operation("DELETE", "/v1/tokens/x"),
        .adminTokenNotFound: operation("DELETE", "/v1/admin-tokens/x"),
        .grantTemplateNotFound: operation("GET", "/v1/grant-templates/x"),
        .clientSuspended: { api, _ in
            let person = try await api.person()
            let body: JSONTree = ["suspended": true]
            _ = try await api.admin.patch("/v1/clients/\(person.client)", body)
            return try await person.app.get("/v1/users/me/sources")
        },
        .clientExists: { api, _ in
            let body: JSONTree = ["bundleIdentifier": "com.example.twice"]
            _ = try await api.admin.post("/v1/clients", body)
            return try await api.admin.post("/v1/clients", body)
        },
        .batchConflict: { _, person in
            _ = try await person.app.push(raw: #"{"batch":"b","samples":[]}"#)
            return try await person.app.push(raw: #"{"batch":"b","samples":[1]}"#)
        },
        .authorizationRequestNotFound: user("authorization-requests/x"),
        .accessCodeNotFound: operation("DELETE", "/v1/users/USER/access-codes/x"),
        .tooManyAccessCodes: { api, person in
            for _ in 0..<100 { _ = try await api.admin.post(person.path("/access-codes"), [:]) }
            return try await api.admin.post(person.path("/access-codes"), [:])
        },
        .sessionNotFound: operation("DELETE", "/v1/users/USER/sessions/x"),
        .webhookNotFound: operation("GET", "/v1/webhooks/x"),
        .invalidURL: operation("POST", "/v1/webhooks", ["url": "http://a.example", "client": "1"]),
        .addressNotAllowed: operation(
            "POST",
            "/v1/webhooks",
            ["url": "https://10.0.0.1", "client": "1"]
        ),
        .bodyTruncated: { _, person in try await person.app.push(lines: "{") },
        .methodNotAllowed: operation("PATCH", "/v1/clients"),
        .bodyTooLarge: { api, _ in
            let body = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
            return try await api.admin.send("POST", "/v1/users", body: body)
        },
        .batchTooLarge: push(
            #"{"samples":[\#(Array(repeating: "1", count: 10_001).joined(separator: ","))]}"#
        ),
        .unsupportedEncoding: { api, _ in
            let headers = [(name: "Content-Encoding", value: "br")]
            return try await api.admin.send("POST", "/v1/users", body: [0], headers: headers)
        },
        .unsupportedMediaType: { api, _ in
            try await api.admin.send("POST", "/v1/users", body: [0], contentType: "text/plain")
        },
    ]

    /// What only a sample is refused with.
    private static let samples: [ProblemCode: Provocation] = [
        .missingField: sample(["unit": nil]),
        .invalidField: sample(["start": "x"]),
        .valueNotFinite: push(
            #"{"samples":[{"type":"stepCount","start":"2026-11-29T08:00:00Z","#
                + #""end":"2026-11-29T08:00:00Z","value":1e999,"unit":"count"}]}"#
        ),
        .valueNotInEnumeration: sample(
            ["type": "sleepAnalysis", "unit": nil, "value": 99]
        ),
        .valueTooLarge: sample(["value": 2e18]),
        .negativeValue: sample(["value": -1]),
        .endBeforeStart: sample(["end": "2026-11-29T07:00:00Z"]),
        .startInFuture: sample(["start": "2030-01-01T00:00:00Z", "end": "2030-01-01T00:00:00Z"]),
        .spanTooLong: sample(["start": "2020-01-01T00:00:00Z"]),
        .metadataTooLarge: sample(
            ["metadata": ["a": .string(String(repeating: "x", count: 20_000))]]
        ),
        .detailsTooLarge: { _, person in
            let text: JSONTree = .string(String(repeating: "x", count: 16_000))
            let event: JSONTree = [
                "type": "lap", "start": .string(moment("08:10")), "metadata": ["a": text],
            ]
            let events = JSONTree.array(Array(repeating: event, count: 70))
            return try await person.app.push(workout("08:00", "09:00").with(["events": events]))
        },
        .lineTooLarge: { _, person in
            try await person.app.push(lines: Line.json(0, padding: 9 << 20))
        },
        .uuidConflict: { _, person in
            let id: JSONTree = ["uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"]
            let sample = steps("08:00", "08:10", 1).with(id)
            _ = try await person.app.push(sample)
            return try await person.app.push(sample.with(["value": 2]))
        },
        .deleted: { _, person in
            let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e60"
            let sample = steps("09:00", "09:10", 1).with(["uuid": .string(id)])
            _ = try await person.app.push(sample)
            let body: JSONTree = ["uuids": [.string(id)]]
            _ = try await person.app.post("/v1/users/me/deletions", body)
            return try await person.app.push(sample)
        },
        .sampleNotFound: { _, person in
            let body: JSONTree = ["uuids": ["6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e61"]]
            return try await person.app.post("/v1/users/me/deletions", body)
        },
        .notOwner: { api, person in
            let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e62"
            _ = try await person.app.push(
                steps("10:00", "10:10", 1).with(["uuid": .string(id)])
            )
            let other = try await api.join(user: person.id)
            return try await other.app.post("/v1/users/me/deletions", ["uuids": [.string(id)]])
        },
        .authorizationNotDetermined: { api, _ in
            try await api.person(share: nil).app.push(steps("08:00", "08:10", 1))
        },
        .sharingDenied: { api, _ in
            try await api.person(share: []).app.push(steps("08:00", "08:10", 1))
        },
        .batchRejected: { _, person in
            let samples: JSONTree = [steps("08:00", "08:10", 1), "x"]
            return try await person.app.post(
                "/v1/users/me/samples",
                ["atomic": true, "samples": samples]
            )
        },
    ]

    @Test("Every code is provoked, or it is said why it cannot be")
    func everyCode() async throws {
        try await withService { api in
            let person = try await api.person()
            for code in ProblemCode.allCases {
                if let provoke = Self.requests[code] {
                    let answer = try await provoke(api, person)
                    #expect(answer.summary == "\(code.status) \(code.rawValue)")
                } else if let provoke = Self.samples[code] {
                    let outcome = try await provoke(api, person)["outcomes"][0]
                    #expect(outcome["code"].string == code.rawValue)
                } else {
                    let reason = Self.elsewhere[code] ?? Self.unreachable[code]
                    #expect(reason != nil, "\(code) is never provoked")
                }
            }
        }
    }
}
