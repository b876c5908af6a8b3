import HTTPClient
import TestSupport
import Testing

/// Users, clients, grants and tokens.
@Suite("Administration", .offPool)
struct AdministrationTests {
    @Test("A user is made, given and erased")
    func user() async throws {
        try await withService { api in
            let made = try await api.admin.post(
                "/v1/users",
                ["name": "Ana", "timeZone": "Europe/Paris"]
            )
            #expect(made.status == 201)
            let path = "/v1/users/\(try #require(made["id"].string))"
            let given = try await api.admin.get(path)
            #expect(given.json == made.json)
            #expect(given["name"] == "Ana" && given["timeZone"] == "Europe/Paris")
            #expect(try await api.admin.delete(path).status == 204)
            #expect(try await api.admin.get(path).summary == "404 userNotFound")
            #expect(try await api.admin.delete(path).summary == "404 userNotFound")
        }
    }

    @Test("A user needs neither name nor zone, and members of other names are ignored")
    func namelessUser() async throws {
        try await withService { api in
            let made = try await api.admin.post("/v1/users", ["name": nil, "shoeSize": 43])
            #expect(made.status == 201 && made["timeZone"] == "UTC" && made["name"] == .null)
        }
    }

    /// The cases of `badUser`.
    private static let badUserCases: [(String, String, String?)] = [
        (#"{"name":""}"#, "invalidRequest", "name"),
        (#"{"name":7}"#, "invalidRequest", "name"),
        (#"{"name":"a\u0000b"}"#, "invalidRequest", "name"),
        (#"{"name":"\#(String(repeating: "x", count: 201))"}"#, "invalidRequest", "name"),
        (#"{"timeZone":"Mars/Olympus"}"#, "invalidRequest", "timeZone"),
        (#"{"timeZone":"+01:00"}"#, "invalidRequest", "timeZone"),
        (#"{"timeZone":"../../etc/passwd"}"#, "invalidRequest", "timeZone"),
        (#"{"name":"a","name":"b"}"#, "duplicateKey", nil),
        (#"{"name":"a""#, "malformedJSON", nil),
        (#"["name"]"#, "invalidRequest", nil),
        ("", "malformedJSON", nil),
    ]

    @Test("A user that makes no sense is refused, with the member at fault")
    func badUser() async throws {
        try await withService { api in
            for (body, code, field) in Self.badUserCases {
                let answer = try await api.admin.send("POST", "/v1/users", body: Array(body.utf8))
                #expect(answer.summary == "400 \(code)")
                #expect(answer["field"].string == field)
            }
        }
    }

    @Test("A client's bundle identifier is taken once")
    func clients() async throws {
        try await withService { api in
            let body: JSONTree = ["bundleIdentifier": "com.example.a", "name": "A"]
            let first = try await api.admin.post("/v1/clients", body)
            #expect(first.status == 201)
            let again = try await api.admin.post("/v1/clients", body)
            #expect(again.summary == "409 clientExists")
            #expect(again["field"] == "bundleIdentifier")
            let other: JSONTree = ["bundleIdentifier": "com.example.b"]
            let second = try await api.admin.post("/v1/clients", other)
            #expect(second["name"] == "com.example.b")
            let list = try await api.admin.get("/v1/clients")
            #expect(list["clients"] == .array([first.json, second.json]))
        }
    }

    @Test("A client without a bundle identifier is refused")
    func badClient() async throws {
        try await withService { api in
            for body: JSONTree in [[:], ["bundleIdentifier": ""], ["bundleIdentifier": nil]] {
                let answer = try await api.admin.post("/v1/clients", body)
                #expect(answer.summary == "400 invalidRequest")
                #expect(answer["field"] == "bundleIdentifier")
            }
        }
    }

    @Test("A decision is kept as it was made, under full names, and replaces the one before")
    func grants() async throws {
        try await withService { api in
            let person = try await api.person(share: ["stepCount", "heartRate"], read: ["*"])
            let path = person.path("/grants/\(person.client)")
            let given = try await api.admin.get(path)
            #expect(
                given.json == [
                    "client": .string(person.client),
                    "share": [
                        "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount",
                    ],
                    "read": ["*"],
                ]
            )
            let changed = try await api.admin.put(path, ["share": ["*"]])
            #expect(changed["share"] == ["*"] && changed["read"] == [])
            let all = try await api.admin.get(person.path("/grants"))
            #expect(all["grants"] == .array([changed.json]))
        }
    }

    @Test("A decision about an unknown type, user or client is refused and changes nothing")
    func badGrants() async throws {
        try await withService { api in
            let person = try await api.person(share: ["stepCount"])
            let path = person.path("/grants/\(person.client)")
            let before = try await api.admin.get(path)
            let unknown = try await api.admin.put(path, ["share": ["stepCount", "moodRing"]])
            #expect(unknown.summary == "400 unknownType" && unknown["field"] == "share")
            let other: JSONTree = ["share": "stepCount"]
            #expect(try await api.admin.put(path, other).summary == "400 invalidRequest")
            let nobody = "/v1/users/00000000000000ff/grants/\(person.client)"
            #expect(try await api.admin.put(nobody, [:]).summary == "404 userNotFound")
            for client in ["999", "0", "-1", "01", "abc", "99999999999999999999"] {
                let path = person.path("/grants/\(client)")
                #expect(try await api.admin.put(path, [:]).summary == "404 clientNotFound")
                #expect(try await api.admin.get(path).summary == "404 clientNotFound")
            }
            #expect(try await api.admin.get(path).json == before.json)
        }
    }

    @Test("A token is given to a client that exists, for a lifetime that makes sense")
    func badTokens() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/tokens")
            let lacking = try await api.admin.post(path, ["client": "999"])
            #expect(lacking.summary == "404 clientNotFound")
            #expect(try await api.admin.post(path, [:]).summary == "400 invalidRequest")
            for lifetime: JSONTree in [0, -5, 1.5, "3600", 315_576_001] {
                let body: JSONTree = ["client": .string(person.client), "expiresIn": lifetime]
                let answer = try await api.admin.post(path, body)
                #expect(answer.summary == "400 invalidRequest" && answer["field"] == "expiresIn")
            }
            let nobody = "/v1/users/00000000000000ff/tokens"
            let body: JSONTree = ["client": .string(person.client)]
            #expect(try await api.admin.post(nobody, body).summary == "404 userNotFound")
        }
    }

    @Test("A token that does not exist cannot be revoked, one that does can twice")
    func revocation() async throws {
        try await withService { api in
            let person = try await api.person()
            for id in ["nonsense", "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"] {
                let answer = try await api.admin.delete("/v1/tokens/\(id)")
                #expect(answer.summary == "404 tokenNotFound")
            }
            let path = "/v1/tokens/\(person.tokenID.uppercased())"
            #expect(try await api.admin.delete(path).status == 204)
            #expect(try await api.admin.delete(path).status == 204)
        }
    }

    @Test("Nothing is known of a user that does not exist, whatever an admin asks")
    func unknownUser() async throws {
        let range = "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
        try await withService { api in
            for user in ["00000000000000ff", "0000000000000000", "ffffffffffffffff", "x"] {
                for call in [
                    "", "/grants", "/samples?type=stepCount", "/statistics/stepCount?\(range)",
                    "/statistics/stepCount?\(range)&options=mostRecent",
                    "/statistics/heartRate?\(range)",
                    "/statistics/stepCount/collection?\(range)&interval=PT1H",
                    "/statistics/stepCount/explanation?\(range)", "/sources",
                    "/sources/order/stepCount", "/characteristics",
                ] {
                    let answer = try await api.admin.get("/v1/users/\(user)\(call)")
                    #expect(answer.summary == "404 userNotFound", "\(user)\(call)")
                }
                let push = try await api.admin.post("/v1/users/\(user)/samples", ["samples": []])
                #expect(push.summary == "404 userNotFound")
                let facts = try await api.admin.put("/v1/users/\(user)/characteristics", [:])
                #expect(facts.summary == "404 userNotFound")
            }
        }
    }

    @Test("Only an admin administers, and nothing tells a client whether it named something real")
    func adminOnly() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.person()
            for user in [person.id, other.id, "00000000000000ff", "me"] {
                let path = "/v1/users/\(user)"
                let answers = [
                    try await person.app.get(path),
                    try await person.app.delete(path),
                    try await person.app.get(path + "/grants"),
                    try await person.app.get(path + "/grants/1"),
                    try await person.app.put(path + "/grants/1", [:]),
                    try await person.app.post(path + "/tokens", ["client": "1"]),
                    try await person.app.delete("/v1/tokens/\(other.tokenID)"),
                    try await person.app.post("/v1/users", [:]),
                    try await person.app.post("/v1/clients", [:]),
                    try await person.app.get("/v1/clients"),
                ]
                #expect(answers.allSatisfy { $0.summary == "403 forbidden" })
            }
        }
    }
}
