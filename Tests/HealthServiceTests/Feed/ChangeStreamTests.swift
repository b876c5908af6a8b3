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
        settings.limits.heartbeat = .milliseconds(100)
        settings.hub.tick = .milliseconds(5)
        try await withService(settings) { api in
            let person = try await api.person()
            let start = ContinuousClock.now
            let stream = try open(api, person)
            _ = stream.read(until: "}\n\n")
            for beat in 1...4 {
                #expect(stream.read(until: "\r\n:\n\n").contains("\r\n:\n\n"))
                // However late a beat comes, none comes before its time.
                #expect(start.duration(to: .now) >= .milliseconds(100) * beat)
            }
        }
    }

    @Test("A beat is due from the last write on, whatever woke the stream in between")
    func heartbeatUnmoved() async throws {
        var settings = TestAPISettings()
        settings.limits.heartbeat = .milliseconds(200)
        settings.hub.tick = .milliseconds(5)
        try await withService(settings) { api in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            let stream = try open(api, person)
            _ = stream.read(until: "}\n\n")
            let pushes = Task {
                for minute in 10..<40 {
                    _ = try await other.app.push(steps("08:\(minute)", "08:\(minute)", 1))
                }
            }
            // Pushes that it may not see wake it all the time: they neither put it off nor show.
            let beat = stream.read(until: ":\n\n")
            #expect(beat.contains(":\n\n") && !beat.contains("event"))
            try await pushes.value
        }
    }

    @Test("A client that stops reading holds a little and no more, and is cut when its time is up")
    func stalled() async throws {
        var settings = TestAPISettings()
        settings.http.streamStallLimit = .milliseconds(500)
        try await withService(settings) { api in
            let person = try await api.person()
            let stream = try open(api, person)
            _ = stream.read(until: "}\n\n")
            let note = String(repeating: "x", count: 15_000)
            // Far more than the server and the system hold, unless somebody reads it.
            for part in 0..<40 {
                let lines = (0..<40).map { number in
                    Line.json(part * 40 + number).dropLast() + #","metadata":{"n":"\#(note)"}}"#
                }
                _ = try await person.app.push(lines: lines.joined(separator: "\n") + "\n")
            }
            try await eventually("the place is free") { api.hub.waiters == 0 }
            try await eventually("the stream is over") {
                api.log.lines.contains { $0["route"] == "/v1/users/{user}/changes" }
            }
            let line = api.log.lines.first { $0["route"] == "/v1/users/{user}/changes" }
            let given = try #require(line?["bytesOut"].number)
            #expect(given < 8_000_000, "24 MB were there for it, and none of it was read")
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
