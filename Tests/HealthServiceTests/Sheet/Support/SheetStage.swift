import Testing

/// A person, an app that asks them, and what signs the person in.
struct SheetStage: Sendable {
    let api: TestAPI
    /// The person, and an app that nothing was decided about.
    let person: Person

    init(_ api: TestAPI) async throws {
        self.api = api
        person = try await api.person(share: nil)
    }

    /// A request as the app sees it.
    struct Asked: Sendable {
        let id: String
        let code: String
    }

    /// Has the app ask.
    func ask(
        share: [JSONTree] = ["stepCount", "bodyMass"],
        read: [JSONTree] = ["heartRate", "stepCount", "bloodType"],
        shareWhy: String = "To keep your weight.",
        readWhy: String = "To draw your heart rate."
    ) async throws -> Asked {
        var body: JSONTree = ["share": .array(share), "read": .array(read)]
        if !share.isEmpty { body["shareUsageDescription"] = .string(shareWhy) }
        if !read.isEmpty { body["readUsageDescription"] = .string(readWhy) }
        let answer = try await person.app.post("/v1/users/me/authorization-requests", body)
        #expect(answer.status == 201)
        return Asked(
            id: try #require(answer["id"].string),
            code: try #require(answer["userCode"].string)
        )
    }

    /// How far a request has got, as the app is told.
    func state(of asked: Asked) async throws -> String? {
        let path = "/v1/users/me/authorization-requests/\(asked.id)"
        return try await person.app.get(path)["state"].string
    }

    /// Makes a personal code.
    func accessCode() async throws -> String {
        let answer = try await api.admin.post(person.path("/access-codes"), [:])
        let code = try #require(answer["code"].string)
        api.log.forbid(code)
        return code
    }

    /// What was decided, as `share: ... read: ...` with the short names of the types that are on.
    func allowed() async throws -> String {
        let grants = try await api.admin.get(person.path("/grants/\(person.client)"))
        func list(_ side: String) -> String {
            grants[side].elements.compactMap(\.string).map(Self.shortened).sorted()
                .joined(separator: ",")
        }
        return "share: \(list("share")) read: \(list("read"))"
    }

    private static func shortened(_ identifier: String) -> String {
        identifier.split(separator: "Identifier").last.map(String.init) ?? identifier
    }

    /// Somebody without a browser who is not signed in.
    func visitor() -> SheetVisitor { SheetVisitor(http: api.stranger.http) }

    /// Somebody without a browser who is.
    func signedIn() async throws -> SheetVisitor {
        var visitor = visitor()
        let answer = try await visitor.post(
            "/sheet/sign-in",
            [("code", try await accessCode())]
        )
        #expect(answer.status == 303)
        return visitor
    }
}
