import HTTPServer
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Pushes of lines, larger than a batch and larger than what is taken whole.
@Suite("Pushes of lines", .offPool)
struct LinePushTests {
    /// Parts of ten samples, and bodies of 2 KiB taken whole.
    private static var small: TestAPISettings {
        var settings = TestAPISettings()
        settings.limits.samplesPerBatch = 10
        settings.limits.bodyInBytes = 2_048
        return settings
    }

    @Test("Any number of lines is stored, in transactions of bounded size; outcomes add up")
    func parts() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            var lines = (0..<95).map { Line.json($0) }
            lines[40] = "nonsense"
            lines[41] = ""
            lines[94] = lines[0]
            let answer = try await person.app.push(lines: lines.joined(separator: "\n"))
            #expect(answer.counts == "92/1/1")
            #expect(answer.outcomes == ["40 rejected malformedJSON", "93 duplicate"])
            #expect(try await person.listed == 92)
            let most = try api.database.connect().run(largestTransaction).int8(0, 0)
            #expect(most == 10)
        }
    }

    @Test("What a correlation holds counts, so that no part is too large")
    func correlations() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            let pressures = (0..<9).map { bloodPressure("0\($0):00", 120, 80) }
            let lines = pressures.map { String(decoding: $0.bytes, as: UTF8.self) }
            let answer = try await person.app.push(lines: lines.joined(separator: "\n"))
            #expect(answer.counts == "9/0/0")
            let most = try api.database.connect().run(largestTransaction).int8(0, 0)
            #expect(most == 9)
        }
    }

    @Test("The list of outcomes has a limit, and the answer says how many are left out")
    func unlisted() async throws {
        var settings = Self.small
        settings.limits.outcomesPerAnswer = 25
        try await withService(settings) { api in
            let person = try await api.person()
            let body = Line.body(40)
            #expect(try await person.app.push(lines: body)["unlisted"] == .null)
            let again = try await person.app.push(lines: body)
            #expect(again.counts == "0/40/0" && again["unlisted"] == 15)
            #expect(again.outcomes == (0..<25).map { "\($0) duplicate" })
        }
    }

    @Test("Lines are never atomic, and documents are not named in the query")
    func parameters() async throws {
        try await withService { api in
            let person = try await api.person()
            func send(_ name: String, _ value: String, _ type: String) async throws -> String {
                let answer = try await person.app.send(
                    "POST",
                    "/v1/users/me/samples",
                    query: [(name, value)],
                    body: Array(#"{"samples":[]}"#.utf8),
                    contentType: type
                )
                return "\(answer.summary) \(answer["field"].string ?? "")"
            }
            let json = "application/json"
            #expect(try await send("atomic", "true", Line.type) == "400 invalidParameter atomic")
            #expect(try await send("atomic", "true", json) == "400 unknownParameter atomic")
            #expect(try await send("batch", "b", json) == "400 invalidParameter batch")
            #expect(try await send("batch", "", Line.type) == "400 invalidParameter batch")
            let long = String(repeating: "x", count: 129)
            #expect(try await send("batch", long, Line.type) == "400 invalidParameter batch")
            let empty = try await person.app.push(raw: #"{"batch":"","samples":[]}"#)
            #expect(empty.summary == "400 invalidRequest" && empty["field"] == "batch")
        }
    }

    @Test("Lines of one name are answered alike when they come again, compressed or not")
    func named() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            let body = Line.body(35)
            let first = try await person.app.push(lines: body, batch: "b1")
            #expect(first.counts == "35/0/0" && first["batch"] == "b1")
            let second = try await person.app.push(lines: body, batch: "b1")
            #expect(second.json.without("anchor") == first.json.without("anchor"))
            let compressed = try await person.app.send(
                "POST",
                "/v1/users/me/samples",
                query: [("batch", "b1")],
                body: storedGzip(Array(body.utf8)),
                contentType: Line.type,
                headers: [("Content-Encoding", "gzip")]
            )
            #expect(compressed.json.without("anchor") == first.json.without("anchor"))
        }
    }

    @Test("Other lines under a known name are a conflict, and none of them is stored")
    func conflict() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            #expect(try await person.app.push(lines: Line.body(1), batch: "b").status == 200)
            for count in [2, 35] {
                let answer = try await person.app.push(lines: Line.body(count), batch: "b")
                #expect(answer.summary == "409 batchConflict" && answer["partial"] == .null)
            }
            // The same bytes as a document would be something else, too.
            let body = #"{"batch":"b","samples":[]}"#
            #expect(try await person.app.push(raw: body).summary == "409 batchConflict")
            #expect(try await person.listed == 1)
        }
    }

    @Test("A line that is too long is a rejected sample, and the others are stored")
    func longLine() async throws {
        var settings = Self.small
        settings.limits.lineInBytes = 70_000
        try await withService(settings) { api in
            let person = try await api.person()
            let lines = [
                Line.json(0), Line.json(1, padding: 69_000), Line.json(2, padding: 70_000),
                Line.json(3), Line.json(4, padding: 300_000), Line.json(5),
                Line.json(6, padding: 300_000),
            ]
            let answer = try await person.app.push(lines: lines.joined(separator: "\n"))
            #expect(answer.counts == "4/0/3")
            #expect(
                answer.outcomes == [2, 4, 6].map { "\($0) rejected lineTooLarge" }
            )
        }
    }

    @Test("A part has a limit in bytes, too, whatever the number of samples")
    func partInBytes() async throws {
        var settings = Self.small
        settings.limits.samplesPerBatch = 1_000
        settings.limits.partInBytes = 1_000
        try await withService(settings) { api in
            let person = try await api.person()
            #expect(try await person.app.push(lines: Line.body(50)).counts == "50/0/0")
            let most = try api.database.connect().run(largestTransaction).int8(0, 0)
            #expect(most == 9)
        }
    }

    @Test("A body is bounded on the wire and inflated")
    func limits() async throws {
        var settings = Self.small
        settings.limits.streamedBodyInBytes = 8_000
        try await withService(settings) { api in
            let person = try await api.person()
            let large = try await person.app.push(lines: Line.body(100))
            #expect(large.summary == "413 bodyTooLarge")
            #expect(try await person.listed == 0)
            let fields = [
                (name: "Authorization", value: "Bearer x"),
                (name: "Content-Type", value: Line.type),
                (name: "Content-Encoding", value: "gzip"), (name: "Content-Length", value: "1"),
            ]
            let head = HTTPRequestHead(
                id: "test",
                method: "POST",
                path: "/v1/users/me/samples",
                query: [],
                headers: HTTPHeaders(fields),
                remoteAddress: "127.0.0.1"
            )
            guard case .stream(8_000, inflated: 8_000) = api.service.admit(head) else {
                Issue.record("what is compressed is not read as a stream")
                return
            }
        }
    }
}

/// How many samples the largest transaction stored.
let largestTransaction = Statement(
    "test_largest_transaction",
    "SELECT max(n) FROM (SELECT count(*) AS n FROM samples GROUP BY xmin::text) AS t"
)
