import HealthAPI
import Testing

/// A call as tests of attacks make it: one row of the routes with what it takes to be let in.
struct RouteRow: Sendable, CustomTestStringConvertible {
    /// The HTTP method.
    let method: String
    /// The path with its parameters in braces.
    let pattern: String

    /// The row's name in the tables of the tests.
    var name: String { "\(method) \(pattern)" }
    var testDescription: String { name }

    /// Every route there is, in the order of the routes; those that delete come last, and users
    /// behind what belongs to them.
    static let all: [RouteRow] = {
        let rows = Route.patterns.map { RouteRow(method: $0.method, pattern: $0.path) }
        func rank(_ row: RouteRow) -> Int {
            row.method != "DELETE" ? 0 : row.pattern == "/v1/users/{user}" ? 2 : 1
        }
        return (0...2).flatMap { wanted in rows.filter { rank($0) == wanted } }
    }()

    /// The names of the path's parameters, in order.
    var parameters: [String] {
        pattern.matches(of: /\{([A-Za-z]+)\}/).map { String($0.1) }
    }

    /// Whether it is about one user.
    var isOfUser: Bool { pattern.hasPrefix("/v1/users/{user}") }

    /// Whether it has a body.
    var hasBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

    /// The path with its parameters filled in; those without a value keep their braces.
    func path(_ values: [String: String]) -> String {
        values.reduce(pattern) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}

/// What calls need to get past the reading of their parameters.
extension RouteRow {
    /// An identifier that nothing has.
    static let unknownID = "0b1de7c8-0000-4000-8000-000000000000"

    /// Values for the parameters of paths: a user, a client, and what nothing is called.
    static func values(user: String, client: String) -> [String: String] {
        [
            "user": user, "client": client, "type": "stepCount", "uuid": unknownID,
            "token": unknownID, "webhook": unknownID, "request": unknownID, "code": unknownID,
            "session": unknownID, "userCode": "BCDF-GHJK", "template": "unknown",
        ]
    }

    /// What is asked behind the path.
    var query: [(String, String)] {
        guard method == "GET" else { return [] }
        if pattern.hasSuffix("/collection") { return wholeDay + [("interval", "PT1H")] }
        let takesRange = pattern.contains("/statistics/") || pattern.hasSuffix("/preview")
        if takesRange { return wholeDay }
        return pattern == "/v1/users/{user}/samples" ? [("type", "stepCount")] : []
    }

    /// The body; nil where the table of bodies lacks the row.
    func body(client: String) -> JSONTree? {
        guard hasBody else { return .null }
        var body = Self.bodies[name]
        if body?["client"] != .null { body?["client"] = .string(client) }
        return body
    }

    /// What is sent with calls that have a body; `CLIENT` stands for the client's id.
    private static let bodies: [String: JSONTree] = [
        "POST /v1/users": ["name": "Ana", "timeZone": "Europe/Paris"],
        "PATCH /v1/users/{user}": ["name": "Ana"],
        "POST /v1/clients": ["bundleIdentifier": "com.example.matrix", "name": "Matrix"],
        "PATCH /v1/clients/{client}": ["name": "Matrix"],
        "PUT /v1/users/{user}/grants/{client}": ["share": ["*"], "read": ["*"]],
        "PATCH /v1/users/{user}/grants/{client}": ["share": ["allow": ["stepCount"]]],
        "POST /v1/grants": ["users": [], "client": "CLIENT", "share": ["stepCount"]],
        "PUT /v1/grant-templates/{template}": ["share": ["stepCount"], "read": []],
        "POST /v1/users/{user}/tokens": ["client": "CLIENT"],
        "POST /v1/tokens/{token}/rotation": [:],
        "POST /v1/admin-tokens": ["name": "matrix", "role": "auditor"],
        "POST /v1/admin-tokens/{token}/rotation": [:],
        "POST /v1/users/{user}/samples": ["samples": [steps("08:00", "08:10", 100)]],
        "POST /v1/users/{user}/deletions": ["uuids": [.string(unknownID)]],
        "PUT /v1/users/{user}/sources/order/{type}": ["order": [], "disabled": []],
        "PUT /v1/users/{user}/characteristics": ["bloodType": "oPositive"],
        "POST /v1/webhooks": ["client": "CLIENT", "url": "http://127.0.0.1:9/"],
        "PATCH /v1/webhooks/{webhook}": ["enabled": false],
        "POST /v1/webhooks/{webhook}/secret": [:],
        "POST /v1/webhooks/{webhook}/replay": [:],
        "POST /v1/users/{user}/authorization-requests": [
            "share": ["stepCount"], "shareUsageDescription": "To count.",
        ],
        "POST /v1/users/{user}/authorization-requests/{request}/decision": [:],
        "POST /v1/users/{user}/access-codes": [:],
        "POST /sheet/sign-in": [:],
        "POST /sheet/sign-out": [:],
        "POST /sheet/requests/{userCode}": [:],
        "POST /sheet/apps/{client}": [:],
    ]
}

extension Caller {
    /// Makes the call of a row.
    func call(
        _ row: RouteRow,
        user: String,
        client: String,
        adding query: [(String, String)] = [],
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        try await send(
            row.method,
            row.path(RouteRow.values(user: user, client: client)),
            query: row.query + query,
            body: row.hasBody ? row.body(client: client)?.bytes : nil,
            headers: headers
        )
    }
}
