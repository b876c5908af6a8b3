import HTTPClient
import HTTPServer
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Clients that are slow, or not quite there, in calls of the API.
@Suite("Slow clients", .offPool, .timeLimit(.minutes(2)))
struct SlowClientTests {
    private func head(_ person: Person, _ type: String, _ length: Int) -> String {
        "POST /v1/users/me/samples HTTP/1.1\r\nHost: x\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(length)\r\nAuthorization: Bearer \(person.app.token ?? "")\r\n\r\n"
    }

    @Test("A push whose lines trickle in is given up when its time is up, and what came is told")
    func trickledLines() async throws {
        var settings = TestAPISettings()
        settings.limits.samplesPerBatch = 10
        settings.limits.bodyInBytes = 2048
        settings.http.requestDeadline = .milliseconds(500)
        try await withService(settings) { api in
            let person = try await api.person()
            let connection = try RawConnection(port: api.port)
            connection.send(head(person, Line.type, 99_999) + Line.body(25))
            connection.trickle(" ", every: .milliseconds(20))
            let answer = connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains("requestTimeout"))
            #expect(answer.contains(#""partial":{"lines":25,"stored":25"#))
            #expect(try await person.listed == 25)
        }
    }

    @Test("A document that trickles in is given up, and nothing of it is stored")
    func trickledDocument() async throws {
        var settings = TestAPISettings()
        settings.http.requestDeadline = .milliseconds(300)
        try await withService(settings) { api in
            let person = try await api.person()
            let connection = try RawConnection(port: api.port)
            connection.send(head(person, "application/json", 999) + #"{"samples":["#)
            connection.trickle(" ", every: .milliseconds(20))
            #expect(connection.readToEnd().hasPrefix("HTTP/1.1 408 "))
            #expect(try await person.listed == 0)
        }
    }

    @Test("A client that does not take its page is cut off when its time is up")
    func stalledPage() async throws {
        var settings = TestAPISettings()
        settings.http.streamStallLimit = .milliseconds(5)
        try await withService(settings) { api in
            let person = try await api.person()
            let note = String(repeating: "x", count: 15_000)
            let lines = (0..<520).map { number in
                Line.json(number).dropLast() + #","metadata":{"n":"\#(note)"}}"#
            }
            let stored = try await person.app.push(lines: lines.joined(separator: "\n"))
            #expect(stored.counts == "520/0/0")
            let connection = try RawConnection(port: api.port)
            connection.send(
                "GET /v1/users/me/samples?type=stepCount&limit=10000 HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
            )
            // Eight megabytes are more than the system holds for a client that reads nothing.
            try await eventually("the answer is given up") {
                api.log.lines.contains { $0["method"] == "GET" && $0["bytesOut"] == 0 }
            }
            #expect(connection.readToEnd().utf8.count < 7_800_000)
        }
    }

    @Test("A client that ends its sending side behind the request gets its answer")
    func halfClosed() async throws {
        try await withService { api in
            let person = try await api.person()
            let lock = try api.database.connect()
            try lock.script("BEGIN; SELECT 1 FROM user_streams FOR UPDATE")
            let body = #"{"samples":[\#(Line.json(0))]}"#
            let connection = try RawConnection(port: api.port)
            connection.send(head(person, "application/json", body.utf8.count) + body)
            let watch = try api.database.connect()
            try await eventually("the push waits") {
                try watch.run(Self.blocked).int8(0, 0) == 1
            }
            connection.endSending()
            try lock.script("COMMIT")
            let answer = connection.readToEnd()
            #expect(
                answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""stored":1"#),
                "\(answer)"
            )
        }
    }

    private static let blocked = Statement(
        "test.blocked",
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """
    )

    @Test("Lines that inflate beyond the bound are refused, and what came before is told")
    func inflation() async throws {
        var settings = TestAPISettings()
        settings.limits.samplesPerBatch = 10
        settings.limits.streamedBodyInBytes = 100_000
        try await withService(settings) { api in
            let person = try await api.person()
            let bomb = Line.body(25) + String(repeating: " ", count: 3_000_000) + Line.body(30)
            let packed = gzip(Array(bomb.utf8))
            #expect(packed.count < 20_000)
            let answer = try await person.app.send(
                "POST",
                "/v1/users/me/samples",
                body: packed,
                contentType: Line.type,
                headers: [("Content-Encoding", "gzip")]
            )
            #expect(answer.summary == "413 inflatedTooLarge")
            #expect(answer["partial"]["lines"] == 25 && answer["partial"]["stored"] == 25)
            #expect(try await person.listed == 25)
        }
    }
}
