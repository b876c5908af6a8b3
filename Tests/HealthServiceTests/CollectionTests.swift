import HTTPClient
import HealthService
import TestSupport
import Testing

/// Calendar buckets: days that are no day long, zones that are no hour apart, months.
@Suite("Collections", .offPool)
struct CollectionTests {
    private static let path = "/v1/users/me/statistics/stepCount"

    /// Asks for buckets; gives `start sum`, where the sum is `-` for no data.
    private func buckets(
        _ person: Person,
        _ start: String,
        _ end: String,
        _ query: (String, String)...
    ) async throws -> [String] {
        let range = [("start", start), ("end", end)]
        let answer = try await person.app.send(
            "GET",
            Self.path + "/collection",
            query: range + query
        )
        #expect(answer.status == 200)
        let buckets = answer["buckets"].elements
        for (left, right) in zip(buckets, buckets.dropFirst()) {
            #expect(left["end"] == right["start"])
        }
        return buckets.map { bucket in
            "\(bucket["start"].string ?? "?") \(bucket["sum"].number.map { "\($0)" } ?? "-")"
        }
    }

    private func step(_ time: String, _ value: Double) -> JSONTree {
        steps("08:00", "08:00", value).with(["start": .string(time), "end": .string(time)])
    }

    @Test("The day on which clocks go forward has 23 hours, the one on which they go back 25")
    func clockChanges() async throws {
        try await withService { api in
            let person = try await api.person()
            let paris = ("timeZone", "Europe/Paris")
            // One step an hour, by elapsed time, over both days and the ones around them.
            for day in ["2026-03-28T22:30:00Z", "2026-10-24T21:30:00Z"] {
                let hour = Int(day.dropFirst(11).prefix(2)) ?? 0
                let date = Int(day.dropFirst(8).prefix(2)) ?? 0
                let times = (0..<30).map { elapsed in
                    let total = hour + elapsed
                    let digits = "\(total % 24 < 10 ? "0" : "")\(total % 24)"
                    return "\(day.prefix(8))\(date + total / 24)T\(digits):30:00Z"
                }
                let samples: JSONTree = .array(times.map { step($0, 1) })
                let answer = try await person.app.post(
                    "/v1/users/me/samples",
                    ["samples": samples]
                )
                #expect(answer.counts == "30/0/0")
            }
            #expect(
                try await buckets(
                    person,
                    "2026-03-29T00:00:00+01:00",
                    "2026-03-30T00:00:00+02:00",
                    ("interval", "P1D"),
                    paris
                ) == ["2026-03-29T00:00:00+01:00 23.0"]
            )
            #expect(
                try await buckets(
                    person,
                    "2026-10-25T00:00:00+02:00",
                    "2026-10-26T00:00:00+01:00",
                    ("interval", "P1D"),
                    paris
                ) == ["2026-10-25T00:00:00+02:00 25.0"]
            )
            let hours = try await buckets(
                person,
                "2026-10-25T00:00:00+02:00",
                "2026-10-26T00:00:00+01:00",
                ("interval", "PT1H"),
                paris
            )
            #expect(hours.count == 25 && hours.allSatisfy { $0.hasSuffix(" 1.0") })
            #expect(
                hours[2...3].map { $0.prefix(25) } == [
                    "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00",
                ]
            )
        }
    }

    @Test(
        "Midnight is where the zone has it",
        arguments: [
            ("Asia/Kolkata", "2026-11-28T18:30:00Z", "+05:30"),
            ("Asia/Kathmandu", "2026-11-28T18:15:00Z", "+05:45"),
            ("Australia/Lord_Howe", "2026-11-28T13:00:00Z", "+11:00"),
            ("America/St_Johns", "2026-11-29T03:30:00Z", "-03:30"),
            ("Pacific/Chatham", "2026-11-28T10:15:00Z", "+13:45"),
        ]
    )
    func fractionalZones(zone: String, midnight: String, offset: String) async throws {
        try await withService { api in
            let person = try await api.person()
            let before = midnight.replacing("00Z", with: "00.000000Z")
            _ = try await person.app.push(step(before, 1))
            let days = try await buckets(
                person,
                "2026-11-28T00:00:00\(offset)",
                "2026-11-30T00:00:00\(offset)",
                ("interval", "P1D"),
                ("timeZone", zone)
            )
            #expect(
                days == ["2026-11-28T00:00:00\(offset) -", "2026-11-29T00:00:00\(offset) 1.0"]
            )
        }
    }

    @Test("Buckets of every interval add up to the sum of the range")
    func addUp() async throws {
        try await withService { api in
            let person = try await api.person()
            var samples: [JSONTree] = []
            for day in 1...28 {
                let date = "2026-0\(day % 9 + 1)-\(day < 10 ? "0" : "")\(day)"
                samples.append(
                    steps("08:00", "08:00", Double(day) * 1.1, from: day % 2 == 0 ? "a" : "b")
                        .with([
                            "start": .string("\(date)T22:17:03.5Z"),
                            "end": .string("\(date)T23:58:59Z"),
                        ])
                )
            }
            let batch: JSONTree = ["samples": .array(samples)]
            #expect(try await person.app.post("/v1/users/me/samples", batch).counts == "28/0/0")
            let range = [("start", "2026-01-15T12:34:56Z"), ("end", "2026-11-15T00:00:00Z")]
            let whole = try await person.app.send("GET", Self.path, query: range)
            let sum = try #require(whole["sum"].number)
            for interval in ["PT7M", "PT1H", "P1D", "P1W", "P1M", "P1Y", "P1M2DT3H"] {
                let query =
                    range + [
                        ("interval", interval), ("timeZone", "Australia/Lord_Howe"),
                        ("anchorDate", "2020-02-29T13:00:00Z"),
                    ]
                let path = Self.path + "/collection"
                let answer = try await person.app.send("GET", path, query: query)
                let sums = answer["buckets"].elements.compactMap { $0["sum"].number }
                #expect(abs(sums.reduce(0, +) - sum) <= 1e-9 * sum, "\(interval)")
            }
        }
    }

    @Test("Months end where the calendar ends them, and the anchor gives them their phase")
    func months() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(step("2026-02-28T12:00:00Z", 5))
            #expect(
                try await buckets(
                    person,
                    "2026-01-01T00:00:00Z",
                    "2026-04-01T00:00:00Z",
                    ("interval", "P1M")
                ) == [
                    "2026-01-01T00:00:00Z -", "2026-02-01T00:00:00Z 5.0",
                    "2026-03-01T00:00:00Z -",
                ]
            )
            #expect(
                try await buckets(
                    person,
                    "2026-01-31T00:00:00Z",
                    "2026-04-01T00:00:00Z",
                    ("interval", "P1M"),
                    ("anchorDate", "2026-01-31T00:00:00Z")
                ) == [
                    "2026-01-31T00:00:00Z -", "2026-02-28T00:00:00Z 5.0",
                    "2026-03-31T00:00:00Z -",
                ]
            )
            #expect(
                try await buckets(
                    person,
                    "2026-02-25T00:00:00Z",
                    "2026-03-10T00:00:00Z",
                    ("interval", "P1W"),
                    ("anchorDate", "2030-01-07T00:00:00Z")
                ) == [
                    "2026-02-25T00:00:00Z 5.0", "2026-03-02T00:00:00Z -",
                    "2026-03-09T00:00:00Z -",
                ]
            )
        }
    }

    @Test("With timeZone=recorded each sample is placed by the clock on the wall where it was")
    func recorded() async throws {
        try await withService { api in
            let person = try await api.person(timeZone: "America/New_York")
            let tokyo: JSONTree = ["metadata": ["HKTimeZone": "Asia/Tokyo"]]
            _ = try await person.app.push(
                // Early on the 29th in Tokyo, in Paris by its offset, in the user's zone without.
                step("2026-11-28T16:00:00Z", 1).with(tokyo),
                step("2026-11-29T00:30:00+01:00", 2),
                step("2026-11-29T04:59:59-00:00", 4),
                step("2026-11-29T05:00:00-00:00", 8)
            )
            #expect(
                try await buckets(
                    person,
                    "2026-11-28T00:00:00",
                    "2026-11-30T00:00:00Z",
                    ("interval", "P1D"),
                    ("timeZone", "recorded")
                ) == ["2026-11-28T00:00:00 4.0", "2026-11-29T00:00:00 11.0"]
            )
            let query = [
                ("start", "2026-11-29T00:00:00"), ("end", "2026-11-30T00:00:00"),
                ("timeZone", "recorded"),
            ]
            let range = try await person.app.send("GET", Self.path, query: query)
            #expect(range["sum"] == 11 && range["start"] == "2026-11-29T00:00:00")
        }
    }

    @Test("As many buckets as the limit says are answered, one more is refused")
    func manyBuckets() async throws {
        var settings = TestAPISettings()
        #expect(settings.limits.bucketsPerCollection == 100_000)
        settings.limits.bucketsPerCollection = 1000
        try await withService(settings) { api in
            let person = try await api.person()
            let start = ("start", "2026-11-01T00:00:00Z")
            let path = Self.path + "/collection"
            for (end, summary) in [
                ("2026-11-01T00:16:40Z", "200"), ("2026-11-01T00:16:41Z", "400 tooManyBuckets"),
            ] {
                let query = [start, ("end", end), ("interval", "PT1S")]
                let answer = try await person.app.send("GET", path, query: query)
                #expect(answer.summary == summary)
                if answer.status == 200 { #expect(answer["buckets"].elements.count == 1000) }
            }
        }
    }

    @Test("Strict ends and sources narrow every bucket")
    func narrowed() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:30", "09:30", 60, from: "a"),
                steps("09:00", "09:30", 10, from: "b")
            )
            let hours = ["08:00", "09:00", "10:00"].map(moment)
            let interval = ("interval", "PT1H")
            func sums(_ query: (String, String)) async throws -> [String] {
                try await buckets(person, hours[0], hours[2], interval, query)
                    .map { String($0.split(separator: " ")[1]) }
            }
            #expect(try await sums(("strict", "start")) == ["60.0", "10.0"])
            #expect(try await sums(("strict", "end")) == ["-", "60.0"])
            #expect(try await sums(("strict", "start,end")) == ["-", "10.0"])
            #expect(try await sums(("userEntered", "only")) == ["-", "-"])
        }
    }
}
