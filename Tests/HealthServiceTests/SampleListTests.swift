import HTTPClient
import HealthService
import TestSupport
import Testing

/// Reading samples back, page by page.
@Suite("Listing samples", .offPool)
struct SampleListTests {
    private static let path = "/v1/users/me/samples"

    @Test("Pages follow each other without gap or repetition, up and down", arguments: [1, 3, 7])
    func pages(limit: Int) async throws {
        try await withService { api in
            let person = try await api.person()
            // Every other sample shares its start with the next, so that the uuid decides.
            let samples = (0..<10).map { steps("08:0\($0 / 2)", "09:0\($0)", Double($0)) }
            _ = try await person.app.push(
                samples[0],
                samples[1],
                samples[2],
                samples[3],
                samples[4],
                samples[5],
                samples[6],
                samples[7],
                samples[8],
                samples[9]
            )
            var listings: [[JSONTree]] = []
            for order in ["start", "-start"] {
                var listed: [JSONTree] = []
                var cursor: String?
                repeat {
                    var query = [("type", "stepCount"), ("order", order), ("limit", "\(limit)")]
                    if let cursor { query.append(("cursor", cursor)) }
                    let page = try await person.app.send("GET", Self.path, query: query)
                    #expect(page["samples"].elements.count <= limit)
                    listed += page["samples"].elements
                    cursor = page["cursor"].string
                } while cursor != nil
                listings.append(listed)
            }
            #expect(listings[0].count == 10 && listings[0] == listings[1].reversed())
            #expect(Set(listings[0].compactMap { $0["uuid"].string }).count == 10)
            let starts = listings[0].compactMap { $0["start"].string }
            #expect(starts == starts.sorted())
        }
    }

    @Test("A page of large samples ends early, and the next one goes on")
    func largeSamples() async throws {
        var settings = TestAPISettings()
        settings.limits.pageInBytes = 30_000
        try await withService(settings) { api in
            let person = try await api.person()
            let large: JSONTree = ["a": .string(String(repeating: "x", count: 14_000))]
            let samples = (0..<7).map { number in
                steps("08:0\(number)", "09:00", 1).with(["metadata": large])
            }
            let batch: JSONTree = ["samples": .array(samples)]
            #expect(try await person.app.post(Self.path, batch).counts == "7/0/0")
            var counts: [Int] = []
            var cursor: String?
            repeat {
                var query = [("type", "stepCount")]
                if let cursor { query.append(("cursor", cursor)) }
                let page = try await person.app.send("GET", Self.path, query: query)
                counts.append(page["samples"].elements.count)
                cursor = page["cursor"].string
            } while cursor != nil
            #expect(counts == [3, 3, 1])
        }
    }

    @Test("A cursor is good for its own query, user and client alone")
    func cursors() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.join(user: person.id)
            let stranger = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 1), steps("09:00", "09:10", 2))
            let query = [("type", "stepCount"), ("limit", "1")]
            let first = try await person.app.send("GET", Self.path, query: query)
            let cursor = try #require(first["cursor"].string)
            let next = query + [("cursor", cursor)]
            let second = try await person.app.send("GET", Self.path, query: next)
            #expect(second["samples"][0]["value"] == 2 && second["cursor"] == .null)
            for caller in [other.app, stranger.app] {
                let answer = try await caller.send("GET", Self.path, query: next)
                #expect(answer.summary == "400 cursorInvalid" && answer["field"] == "cursor")
            }
            for change in [("order", "-start"), ("start", moment("08:00")), ("strict", "end")] {
                let answer = try await person.app.send("GET", Self.path, query: next + [change])
                #expect(answer.summary == "400 cursorInvalid")
            }
            let damaged = [
                "", "x", "%%%", String(cursor.dropLast()), cursor + "A",
                String(cursor.dropLast()) + (cursor.hasSuffix("A") ? "B" : "A"),
                String(repeating: "A", count: 4000),
            ]
            for text in damaged {
                let query = query + [("cursor", text)]
                let answer = try await person.app.send("GET", Self.path, query: query)
                #expect(answer.summary == "400 cursorInvalid", "\(text)")
            }
        }
    }

    /// Ranges and strict ends with the values they find.
    private static let ranges: [(start: String, end: String, strict: String?, values: [Double])] = [
        ("08:00", "09:00", nil, [1, 2, 3, 4]), ("08:00", "09:00", "start", [2, 3, 4]),
        ("08:00", "09:00", "end", [1, 2, 4]), ("08:00", "09:00", "start,end", [2, 4]),
        ("08:30", "08:30", nil, [1, 3]), ("08:30", "08:31", nil, [1, 3, 4]),
        ("09:00", "09:30", nil, [3, 5]), ("09:30", "10:00", nil, []),
    ]

    @Test("The range takes what overlaps it; strict ends leave out what sticks out")
    func rangesAndEnds() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("07:30", "08:45", 1),
                steps("08:00", "08:10", 2),
                steps("08:20", "09:30", 3),
                steps("08:30", "08:30", 4),
                steps("09:00", "09:00", 5)
            )
            for range in Self.ranges {
                var query = [("type", "stepCount")]
                query += [("start", moment(range.start)), ("end", moment(range.end))]
                if let strict = range.strict { query.append(("strict", strict)) }
                let list = try await person.app.send("GET", Self.path, query: query)
                let values = list["samples"].elements.compactMap { $0["value"].number }
                #expect(values == range.values, "\(range)")
            }
        }
    }

    @Test("Samples are narrowed by source and by who typed them in")
    func filters() async throws {
        try await withService { api in
            let person = try await api.person()
            let typed: JSONTree = ["metadata": ["HKWasUserEntered": true]]
            _ = try await person.app.push(
                steps("08:00", "08:10", 1, from: "a"),
                steps("09:00", "09:10", 2, from: "b").with(typed)
            )
            func values(_ query: (String, String)...) async throws -> [Double] {
                let query = [("type", "stepCount")] + query
                let list = try await person.app.send("GET", Self.path, query: query)
                return list["samples"].elements.compactMap { $0["value"].number }
            }
            let sources = try await person.app.get("/v1/users/me/sources")["sources"].elements
            let first = try #require(
                sources.first { $0["bundleIdentifier"] == "a" }?["id"].string
            )
            let unknown = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            #expect(try await values(("source", first)) == [1])
            #expect(try await values(("source", "\(unknown),\(first.uppercased())")) == [1])
            #expect(try await values(("source", unknown)) == [])
            #expect(try await values(("userEntered", "only")) == [2])
            #expect(try await values(("userEntered", "exclude")) == [1])
            #expect(try await values() == [1, 2])
        }
    }

    @Test("Values come in the unit asked for; one that no number holds is null")
    func units() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample: JSONTree = [
                "type": "bodyMass", "start": .string(moment("08:00")),
                "end": .string(moment("08:00")), "unit": "kg",
            ]
            _ = try await person.app.push(
                sample.with(["value": 70]),
                sample.with(["value": 1e308])
            )
            let grams = try await person.app.get(Self.path, ("type", "bodyMass"), ("unit", "mg"))
            #expect(grams["unit"] == "mg")
            let values = grams["samples"].elements.map { $0["value"] }
            #expect(values.contains(70_000_000) && values.contains(.null))
            let wrong = try await person.app.get(Self.path, ("type", "bodyMass"), ("unit", "m"))
            #expect(wrong.summary == "400 unitMismatch" && wrong["field"] == "unit")
        }
    }

    /// The cases of `badQuery`.
    private static let badQueryCases = [
        ("", "missingParameter", "type"), ("type=moodRing", "unknownType", "type"),
        ("type=stepCount&start=yesterday", "invalidParameter", "start"),
        ("type=stepCount&start=2026-02-31T00:00:00Z", "invalidParameter", "start"),
        ("type=stepCount&end=2026-11-29T00:00:00", "invalidParameter", "end"),
        ("type=stepCount&end=9999-12-31T23:59:59-01:00", "invalidParameter", "end"),
        (
            "type=stepCount&start=2026-11-29T00:00:01Z&end=2026-11-29T00:00:00Z",
            "invalidRange", "end"
        ),
        ("type=stepCount&strict=middle", "invalidParameter", "strict"),
        ("type=stepCount&strict=", "invalidParameter", "strict"),
        ("type=stepCount&strict=start,,end", "invalidParameter", "strict"),
        ("type=stepCount&source=x", "unknownSource", "source"),
        ("type=stepCount&userEntered=maybe", "invalidParameter", "userEntered"),
        ("type=stepCount&order=value", "invalidParameter", "order"),
        ("type=stepCount&limit=0", "invalidParameter", "limit"),
        ("type=stepCount&limit=10001", "invalidParameter", "limit"),
        ("type=stepCount&limit=ten", "invalidParameter", "limit"),
        ("type=stepCount&limit=99999999999999999999", "invalidParameter", "limit"),
        ("type=stepCount&unit=kg", "unitMismatch", "unit"),
        ("type=stepCount&unit=%00", "invalidUnit", "unit"),
        ("type=stepCount&type=stepCount", "invalidParameter", "type"),
        ("type=stepCount&Type=stepCount", "unknownParameter", "Type"),
        ("type=stepCount&color=red", "unknownParameter", "color"),
    ]

    @Test("A query that makes no sense is refused, with the parameter at fault")
    func badQuery() async throws {
        try await withService { api in
            let person = try await api.person()
            for (query, code, field) in Self.badQueryCases {
                let answer = try await person.app.get("\(Self.path)?\(query)")
                #expect(answer.summary == "400 \(code)", "\(query)")
                #expect(answer["field"].string == field, "\(query)")
            }
        }
    }

    @Test("A plus sign in a query stays a plus sign")
    func plus() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let query =
                "type=stepCount&start=2026-11-29T09:00:00+01:00&end=2026-11-29T09:05:00%2b01:00"
            let list = try await person.app.get("\(Self.path)?\(query)")
            #expect(list["samples"].elements.count == 1)
        }
    }
}
