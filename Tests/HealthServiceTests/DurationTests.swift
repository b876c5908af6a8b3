import HTTPClient
import HealthModel
import TestSupport
import Testing

/// The time that samples of category types cover.
@Suite("Durations", .offPool)
struct DurationTests {
    private static let path = "/v1/users/me/statistics/sleepAnalysis"

    /// A night of two sources: in bed the whole of it, stages of a watch, and a phone that says
    /// asleep for a while, partly when the watch does, too.
    private func night() throws -> [TestSample] {
        var samples = [
            try TestSample.sleep("00:00", "08:00", "inBed", id: 1),
            try TestSample.sleep("01:00", "03:00", "asleepCore", from: "watch", id: 2),
            try TestSample.sleep("03:00", "04:00", "asleepDeep", from: "watch", id: 3),
            try TestSample.sleep("04:00", "04:30", "awake", from: "watch", id: 4),
            try TestSample.sleep("04:30", "06:00", "asleepREM", from: "watch", id: 5),
            try TestSample.sleep("02:00", "05:00", "asleepUnspecified", id: 6),
        ]
        samples[1].product = "Watch6,7"
        samples[4].isUserEntered = true
        return samples
    }

    private func duration(
        _ person: Person,
        _ query: (String, String)...
    ) async throws -> JSONTree {
        let answer = try await person.app.send("GET", Self.path, query: wholeDay + query)
        #expect(answer.status == 200)
        return answer["duration"]
    }

    @Test("A time that two samples cover is counted once, and a category has no unit")
    func union() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await duration(person) == .null)
            try await api.save(try night(), of: person)
            let answer = try await person.app.send("GET", Self.path, query: wholeDay)
            #expect(Set(answer.json.members.keys) == ["type", "start", "end", "duration"])
            #expect(answer["duration"] == 28_800)
            #expect(answer["type"] == "HKCategoryTypeIdentifierSleepAnalysis")
        }
    }

    @Test(
        "Only the values asked for go into the union, under whatever name",
        arguments: [
            ("asleepCore,asleepDeep,asleepREM", 16_200.0), ("3,4,5", 16_200),
            ("HKCategoryValueSleepAnalysisAsleepCore,4", 10_800), ("awake", 1800),
            ("asleepCore,asleepUnspecified", 14_400), ("asleep", 10_800),
            ("asleepCore,asleepCore", 7200),
        ]
    )
    func values(value: String, seconds: Double) async throws {
        try await withService { api in
            let person = try await api.person()
            try await api.save(try night(), of: person)
            #expect(try await duration(person, ("value", value)) == .number(seconds))
        }
    }

    @Test("Sources, hand-typed samples, strict ends and ranges narrow a duration")
    func filters() async throws {
        try await withService { api in
            let person = try await api.person()
            try await api.save(try night(), of: person)
            let sources = try await api.admin.get(person.path("/sources"))["sources"].elements
            let watch = try #require(
                sources.first { $0["productType"].string == "Watch6,7" }?["id"].string
            )
            #expect(try await duration(person, ("source", watch)) == 7200)
            #expect(try await duration(person, ("userEntered", "only")) == 5400)
            #expect(try await duration(person, ("value", "awake"), ("source", watch)) == .null)
            let cut = [("start", moment("02:30")), ("end", moment("04:15"))]
            for (strict, value, seconds) in [
                (nil, "asleepCore", 1800), ("start", "asleepCore", nil),
                // What is chosen counts whole, beyond the range.
                ("end", "asleepCore", 7200), ("start", "awake,asleepDeep", 5400),
                ("start,end", "awake,asleepDeep", 3600), ("end", "inBed,asleepREM", nil),
            ] as [(String?, String, Double?)] {
                let query = cut + [("value", value)] + (strict.map { [("strict", $0)] } ?? [])
                let answer = try await person.app.send("GET", Self.path, query: query)
                #expect(
                    answer["duration"] == (seconds.map { .number($0) } ?? .null),
                    "\(strict ?? "-") \(value)"
                )
            }
        }
    }

    @Test("Buckets add up to the range, each source has its own, and a source can be switched off")
    func buckets() async throws {
        try await withService { api in
            let person = try await api.person()
            try await api.save(try night(), of: person)
            let query = wholeDay + [("interval", "PT1H"), ("options", "separateBySource")]
            let path = Self.path + "/collection"
            let answer = try await person.app.send("GET", path, query: query)
            let hours = answer["buckets"].elements
            #expect(hours.map { $0["duration"].number ?? -1 }.prefix(8).allSatisfy { $0 == 3600 })
            #expect(hours.dropFirst(8).allSatisfy { $0["duration"] == .null })
            let lanes = hours[4]["sources"].elements.compactMap { $0["duration"].number }
            #expect(lanes.sorted() == [3600, 3600] && hours[0]["sources"].elements.count == 1)

            let sources = try await api.admin.get(person.path("/sources"))["sources"].elements
            let phone = try #require(
                sources.first { $0["bundleIdentifier"].string == "com.example.phone" }
            )
            let order: JSONTree = ["order": [], "disabled": [phone["id"]]]
            let put = try await api.admin.put(person.path("/sources/order/sleepAnalysis"), order)
            #expect(put.status == 200)
            #expect(try await duration(person) == 18_000)
        }
    }

    @Test("An instant is data and covers no time")
    func instants() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample = try TestSample.sleep("03:00", "03:00", "awake", id: 1)
            try await api.save([sample], of: person)
            #expect(try await duration(person) == 0)
            #expect(try await duration(person, ("value", "inBed")) == .null)
        }
    }

    @Test("The latest sample of a category comes with its value's number and name")
    func mostRecent() async throws {
        try await withService { api in
            let person = try await api.person()
            try await api.save(try night(), of: person)
            let query = wholeDay + [("options", "mostRecent")]
            let latest = try await person.app.send("GET", Self.path, query: query)["mostRecent"]
            #expect(latest["value"] == 5 && latest["valueName"] == "asleepREM")
            #expect(latest["start"].string == moment("04:30"))
            let narrowed = query + [("value", "inBed,asleepCore")]
            let core = try await person.app.send("GET", Self.path, query: narrowed)["mostRecent"]
            #expect(core["value"] == 3 && core["valueName"] == "asleepCore")
            // A collection finds it by another way.
            let path = Self.path + "/collection"
            let whole = try await person.app.send(
                "GET",
                path,
                query: narrowed + [("interval", "P1D")]
            )
            #expect(whole["buckets"][0]["mostRecent"] == core)
        }
    }

    @Test("With timeZone=recorded a duration is measured by the clock on the wall")
    func recorded() async throws {
        try await withService { api in
            let person = try await api.person()
            // 22:00 to 06:00 in New York, and an hour from 13:00 in Paris.
            var night = try TestSample.sleep("03:00", "11:00", "inBed", id: 1)
            night.offset = -300
            var nap = try TestSample.sleep("12:00", "13:00", "asleepCore", id: 2)
            nap.offset = 60
            try await api.save([night, nap], of: person)
            let path = Self.path + "/collection"
            let query = [
                ("start", "2026-11-28T00:00:00"), ("end", "2026-11-30T00:00:00"),
                ("interval", "P1D"), ("timeZone", "recorded"),
            ]
            let days = try await person.app.send("GET", path, query: query)["buckets"].elements
            #expect(days.map { $0["duration"] } == [7200, 25_200])
        }
    }

    @Test("The time that counted samples of a quantity cover is counted once, whatever the type")
    func quantities() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:00", "08:30", 10, from: "a"),
                steps("08:20", "08:40", 10, from: "b"),
                steps("09:00", "09:00", 1)
            )
            let food: JSONTree = ["type": "dietaryEnergyConsumed", "unit": "kcal"]
            _ = try await person.app.push(
                steps("08:00", "08:30", 10).with(food),
                steps("08:20", "08:40", 10).with(food)
            )
            _ = try await person.app.push(heartRate("08:00", 60))
            for (type, seconds) in [
                ("stepCount", 2400), ("dietaryEnergyConsumed", 2400), ("heartRate", 0),
            ] as [(String, Double)] {
                let answer = try await person.app.send(
                    "GET",
                    "/v1/users/me/statistics/\(type)",
                    query: wholeDay + [("options", "duration")]
                )
                #expect(answer["duration"] == .number(seconds), "\(type)")
                #expect(answer["sum"] == .null)
            }
            let both = try await person.app.send(
                "GET",
                "/v1/users/me/statistics/stepCount",
                query: wholeDay + [("options", "sum,duration,mostRecent")]
            )
            #expect(both["duration"] == 2400 && both["mostRecent"]["value"] == 1)
            // Ten from the first, and of the second the ten minutes that it has alone.
            #expect(both["sum"] == 16)
        }
    }
}
