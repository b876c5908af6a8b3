import HTTPServer
import HealthAPI
import HealthService
import HealthStore
import TestSupport
import Testing

/// Changes as server-sent events.
@Suite("Streamed changes", .offPool, .timeLimit(.minutes(2)))
struct ChangeStreamTests {
    /// Opens a stream; the head and what came with it are still to be read.
    private func open(
        _ api: TestAPI,
        _ person: Person,
        query: String = "",
        lastEventID: String? = nil
    ) throws -> RawConnection {
        let connection = try RawConnection(port: api.port)
        let resumption = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        connection.send(
            "GET /v1/users/me/changes\(query) HTTP/1.1\r\nHost: x\r\n"
                + "Accept: text/event-stream\r\n\(resumption)"
                + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
        )
        return connection
    }

    private func ids(_ text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test("The first page comes at once, later ones as changes come, each with its anchor")
    func events() async throws {
        try await withService { api in
            let person = try await api.person()
            let stream = try open(api, person)
            let head = stream.read(until: #""more":false}"#)
            #expect(head.contains("200 OK") && head.contains("text/event-stream"))
            #expect(head.contains("event: changes\nid: "))
            _ = try await person.app.push(steps("08:00", "08:10", 41))
            let first = stream.read(until: "\n\n")
            #expect(first.contains(#""value":41"#))
            _ = try await person.app.push(steps("09:00", "09:10", 42))
            #expect(stream.read(until: "\n\n").contains(#""value":42"#))
        }
    }

    @Test("A stream is resumed behind the last event, whatever the address says")
    func resume() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 41))
            let id = try #require(ids(try open(api, person).read(until: "}\n\n")).first)
            _ = try await person.app.push(steps("09:00", "09:10", 42))
            let page = try open(api, person, lastEventID: id).read(until: "}\n\n")
            #expect(page.contains(#""value":42"#) && !page.contains(#""value":41"#))
            let pulled = try await person.app.get("/v1/users/me/changes", ("anchor", id))
            #expect(pulled["added"].elements.count == 1)
        }
    }

    @Test("Bad anchors and filters are refused before a stream begins")
    func refused() async throws {
        try await withService { api in
            let person = try await api.person()
            let broken = try open(api, person, lastEventID: "x").read(until: "requestId")
            #expect(broken.contains("400 Bad Request") && broken.contains("anchorInvalid"))
            let unknown = try open(api, person, query: "?type=mood").read(until: "requestId")
            #expect(unknown.contains("unknownType"))
        }
    }

    @Test("A stream without changes says that it is alive")
    func heartbeat() async throws {
        var settings = TestAPISettings()
        settings.limits.heartbeatInSeconds = 0
        settings.hub.tick = .milliseconds(10)
        try await withService(settings) { api in
            let person = try await api.person()
            let stream = try open(api, person)
            #expect(stream.read(until: "\r\n:\n\n").contains("\r\n:\n\n"))
        }
    }

    @Test("A stream ends when the token is revoked, and when the right to read changes")
    func ended() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.token(user: person.id, client: person.client)
            let revoked = try open(api, other)
            _ = revoked.read(until: "}\n\n")
            _ = try await api.admin.delete("/v1/tokens/\(other.tokenID)")
            #expect(revoked.readToEnd().hasSuffix("0\r\n\r\n"))
            let outdated = try open(api, person)
            _ = outdated.read(until: "}\n\n")
            _ = try await api.admin.put(
                "/v1/users/\(person.id)/grants/\(person.client)",
                ["share": [], "read": []]
            )
            #expect(outdated.readToEnd().hasSuffix("0\r\n\r\n"))
            try await eventually("no place is left taken") { api.hub.waiters == 0 }
        }
    }

    @Test("A stream ends whole when the server stops")
    func drain() async throws {
        try await withService { api in
            let person = try await api.person()
            let stream = try open(api, person)
            _ = stream.read(until: "}\n\n")
            await api.server.stop(drainingFor: .seconds(20))
            #expect(stream.readToEnd().hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("A stream of a client without read tells of its own samples alone")
    func hidden() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            let stream = try open(api, person)
            _ = stream.read(until: "}\n\n")
            _ = try await other.app.push(steps("08:00", "08:10", 41))
            _ = try await person.app.push(steps("09:00", "09:10", 42))
            let event = stream.read(until: "}\n\n")
            #expect(event.contains(#""value":42"#) && !event.contains(#""value":41"#))
        }
    }
}
