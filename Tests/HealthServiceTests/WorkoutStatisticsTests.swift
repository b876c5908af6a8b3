import HTTPClient
import TestSupport
import Testing

@testable import HealthService

/// Statistics over the span of a workout.
@Suite("Statistics of workouts", .offPool)
struct WorkoutStatisticsTests {
    private static let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
    private static let path = "/v1/users/me/workouts/\(id)/statistics"

    /// Saves a workout from 08:00 to 09:00 with what two devices measured around it.
    private func record(_ app: Caller) async throws {
        let pushed = try await app.push(
            workout("08:00", "09:00").with(["uuid": .string(Self.id)]),
            steps("07:50", "08:10", 200, from: "phone", product: "iPhone15,2"),
            steps("08:00", "08:30", 900, from: "watch", product: "Watch6,7"),
            steps("08:20", "09:20", 600, from: "phone", product: "iPhone15,2"),
            heartRate("07:59", 50),
            heartRate("08:00", 100),
            heartRate("08:30", 140),
            heartRate("09:00", 50)
        )
        #expect(pushed.counts == "8/0/0")
    }

    @Test("Of the usual types those with data are answered, merged over exactly the span")
    func usualTypes() async throws {
        try await withService { api in
            let person = try await api.person()
            try await record(person.app)
            let answer = try await person.app.get(Self.path)
            #expect(answer["uuid"].string == Self.id)
            #expect(answer["start"].string == moment("08:00"))
            let found = answer["statistics"].elements
            #expect(
                found.compactMap { $0["type"].string } == [
                    "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
                ]
            )
            // The watch counts until 08:30, then half of an hour's 600.
            #expect(found[0]["sum"] == 1200 && found[0]["unit"] == "count")
            #expect(found[1]["average"] == 2 && found[1]["unit"] == "count/s")
            let range = [("start", moment("08:00")), ("end", moment("09:00"))]
            for (place, type) in ["stepCount", "heartRate"].enumerated() {
                let path = "/v1/users/me/statistics/\(type)"
                let same = try await person.app.send("GET", path, query: range)
                #expect(found[place] == same.json)
            }
        }
    }

    @Test("Types asked for are all answered, in that order, with null where there is nothing")
    func askedTypes() async throws {
        try await withService { api in
            let person = try await api.person()
            try await record(person.app)
            _ = try await person.app.push(sleep("08:30", "10:00", "awake"))
            let types = "heartRate,bodyMass,HKQuantityTypeIdentifierDistanceCycling,sleepAnalysis"
            let answer = try await person.app.send("GET", Self.path, query: [("type", types)])
            let found = answer["statistics"].elements
            #expect(found.count == 4 && found[3]["duration"] == 1800)
            #expect(found[0]["average"] == 2)
            #expect(found[1].members["average"] == .null && found[2].members["sum"] == .null)
        }
    }

    @Test("What may be read is decided type by type; a hidden workout is none")
    func privacy() async throws {
        try await withService { api in
            let owner = try await api.person()
            try await record(owner.app)
            let runner = try await api.join(user: owner.id, read: ["workout", "heartRate"])
            _ = try await runner.app.push(steps("08:00", "08:10", 7))
            let answer = try await runner.app.get(Self.path)
            #expect(answer["statistics"][0]["sum"] == 7)
            #expect(answer["statistics"][1]["average"] == 2)
            let reader = try await api.join(user: owner.id, read: ["stepCount", "heartRate"])
            let hidden = try await reader.app.get(Self.path)
            let unknown = try await reader.app.get(Self.path.replacing("6f1c", with: "7f1c"))
            let malformed = try await reader.app.get("/v1/users/me/workouts/x/statistics")
            #expect(hidden.summary == "404 sampleNotFound")
            for other in [unknown, malformed] {
                #expect(other.json.without("requestId") == hidden.json.without("requestId"))
            }
            let admin = try await api.admin.get(owner.path("/workouts/\(Self.id)/statistics"))
            #expect(admin["statistics"].elements.count == 2)
        }
    }

    @Test("A sample that is no workout has no such statistics; bad questions are refused")
    func refusals() async throws {
        try await withService { api in
            let person = try await api.person()
            try await record(person.app)
            let other = "00000000-0000-4000-8000-000000000001"
            let sample = steps("10:00", "10:10", 1).with(["uuid": .string(other)])
            _ = try await person.app.push(sample)
            let path = "/v1/users/me/workouts/\(other)/statistics"
            #expect(try await person.app.get(path).summary == "404 sampleNotFound")
            let many = Array(repeating: "stepCount", count: 51).joined(separator: ",")
            for (types, answer) in [
                ("moodRing", "400 unknownType"), ("workout", "400 unsupportedType"),
                ("", "400 invalidParameter"), ("stepCount,,heartRate", "400 invalidParameter"),
                (many, "400 invalidParameter"),
            ] {
                let refused = try await person.app.get(Self.path, ("type", types))
                #expect(refused.summary == answer && refused["field"] == "type", "\(types)")
            }
        }
    }

    @Test("A workout without length has statistics of that instant")
    func instant() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample = workout("08:00", "08:00").with(["uuid": .string(Self.id)])
            _ = try await person.app.push(sample, steps("07:00", "09:00", 60))
            let answer = try await person.app.get(Self.path, ("type", "stepCount"))
            #expect(answer.status == 200)
            #expect(answer["statistics"][0].members["sum"] == .null)
        }
    }

    @Test("The usual types are all in the catalogue")
    func catalogue() {
        #expect(WorkoutStatistics.types.count == 21)
    }
}
