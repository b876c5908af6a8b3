import HealthAPI
import Postgres
import TestSupport
import Testing

/// SQL and lines of a log, wherever a text can be given.
@Suite("Injection", .offPool, .timeLimit(.minutes(5)))
struct InjectionTests {
    /// Texts that are more than texts to whoever pastes them into a statement or a line.
    private static let texts = [
        "'; DROP TABLE samples; --", "' OR '1'='1", "\"; DELETE FROM users; --",
        "\\'; SELECT 1; --",
        "$1", "$$; TRUNCATE users; $$", "1); SELECT pg_sleep(9); --", "%' OR name LIKE '%",
        "{\"a\"}", "Geheim\n{\"level\":\"error\",\"event\":\"Geheim\"}",
        "Geheim\u{1B}[2J\u{1B}]0;x\u{7}",
        "Geheim\",\"level\":\"error", "Geheim\r\n\r\n", "Geheim\u{2028}\u{85}\u{202E}",
    ]

    /// Names of parameters that some call knows.
    private static let names = [
        "type", "start", "end", "source", "order", "limit", "cursor", "unit", "options", "timeZone",
        "interval", "anchor", "value", "activityType", "share", "read", "state", "disabled", "lang",
        "code", "request", "batch", "user", "client", "actor", "action", "strict", "userEntered",
    ]

    @Test("In no path, query or body of any route do they fail a call, harm a table or reach a log")
    func everywhere() async throws {
        try await withService(.unlimited) { api in
            let person = try await api.person()
            let tables = try await tables(api)
            for row in RouteRow.all where row.name != "DELETE /v1/users/{user}" {
                for text in Self.texts {
                    try await attack(row, text, person, api)
                }
            }
            #expect(try await self.tables(api) == tables)
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
        }
    }

    private func attack(
        _ row: RouteRow,
        _ text: String,
        _ person: Person,
        _ api: TestAPI
    ) async throws {
        let good = RouteRow.values(user: person.id, client: person.client)
        let body = row.body(client: person.client) ?? [:]
        let caller = row.isOfClientsAlone ? person.app : api.admin
        func send(_ path: String, _ query: [(String, String)], _ body: JSONTree) async throws {
            let answer = try await caller.send(
                row.method,
                path,
                query: query,
                body: row.hasBody ? body.bytes : nil,
                headers: [("User-Agent", "Geheim \"}"), ("X-Request-Id", "Geheim")]
            )
            #expect(answer.status < 500, "\(row.name) \(text): \(answer.summary)")
        }
        for name in row.parameters {
            let values = good.merging([name: PercentEncoding.encode(text)]) { $1 }
            try await send(row.path(values), row.query, body)
        }
        if row.method == "GET" {
            let name = Self.names[(text.count + row.name.count) % Self.names.count]
            let others = row.query.filter { $0.0 != name }
            try await send(row.path(good), others + [(name, text)], body)
        }
        for changed in body.withEachString(replacedBy: text) {
            try await send(row.path(good), row.query, changed)
        }
    }

    private func tables(_ api: TestAPI) async throws -> [String] {
        try await api.texts(tablesStatement)
    }

    @Test("What is a text is stored as it is and comes back as it was")
    func verbatim() async throws {
        try await withService { api in
            let person = try await api.person()
            for (number, text) in Self.texts.filter({ !$0.hasPrefix("Geheim") }).enumerated() {
                let name: JSONTree = .string(text)
                let user = try await api.admin.post("/v1/users", ["name": name])
                #expect(user["name"] == name)
                let client = try await api.admin.post(
                    "/v1/clients",
                    ["bundleIdentifier": .string("com.example.verbatim\(number)"), "name": name]
                )
                #expect(client["name"] == name)
                let sample = steps("08:00", "08:10", Double(number), from: "own").with([
                    "metadata": ["text": name], "device": ["name": name],
                ])
                _ = try await person.app.push(sample)
                // Only what is not new is answered one by one.
                let pushed = try await person.app.push(sample)
                let uuid = try #require(pushed["outcomes"][0]["uuid"].string)
                let told = try await person.app.get("/v1/users/me/samples/\(uuid)")
                #expect(told["metadata"]["text"] == name && told["device"]["name"] == name)
            }
        }
    }

    @Test("Methods and targets that try to be lines of a log are told as what they are not")
    func logLines() async throws {
        try await withService { api in
            for line in [
                "GE\"T /livez HTTP/1.1", "Geheim /livez HTTP/1.1", "GET /Geheim%0a%22} HTTP/1.1",
                "GET /v1/users/Geheim%0d%0a{} HTTP/1.1", "GET /livez?Geheim=%1b[2J HTTP/1.1",
            ] {
                let connection = try RawConnection(port: api.port)
                connection.send("\(line)\r\nHost: Geheim\r\nConnection: close\r\n\r\n")
                _ = connection.readToEnd()
            }
            // The lines themselves are looked through when the server has stopped.
            try await eventually("all is logged") { api.log.lines.count >= 4 }
        }
    }
}

extension JSONTree {
    /// The value with one of its texts replaced, for each text in it.
    fileprivate func withEachString(replacedBy text: String) -> [JSONTree] {
        switch self {
        case .string: return [.string(text)]
        case .array(let elements):
            return elements.indices.flatMap { index in
                elements[index].withEachString(replacedBy: text).map { changed in
                    var copy = elements
                    copy[index] = changed
                    return .array(copy)
                }
            }
        case .object(let members):
            return members.flatMap { name, value in
                value.withEachString(replacedBy: text).map { with(.object([name: $0])) }
            }
        default: return []
        }
    }
}

private let tablesStatement = Statement(
    "test_tables",
    """
    SELECT t.tablename::text FROM pg_tables AS t WHERE t.schemaname = 'public'
    ORDER BY t.tablename
    """
)
