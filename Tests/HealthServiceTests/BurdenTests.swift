import HTTPClient
import HealthStore
import Postgres
import TestSupport
import Testing

/// Requests made to cost the server dearly: each is bounded, or refused.
@Suite("Burdens", .offPool)
struct BurdenTests {
    private static let path = "/v1/users/me/statistics"

    @Test("A range of ten thousand years costs no more than its samples")
    func endlessRange() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            _ = try await person.app.push(
                steps("08:00", "08:10", 1).with([
                    "start": "0001-01-01T00:00:00Z", "end": "0001-01-01T00:00:00Z",
                ]),
                steps("08:00", "08:10", 2),
                heartRate("08:00", 60)
            )
            let range = [("start", "0001-01-01T00:00:00Z"), ("end", "9999-12-31T23:59:59Z")]
            let path = Self.path + "/stepCount"
            for options in ["sum", "sum,mostRecent,separateBySource"] {
                let query = range + [("options", options)]
                let answer = try await person.app.send("GET", path, query: query)
                #expect(answer["sum"] == 3)
            }
            let years = range + [("interval", "P1Y")]
            let yearly = try await person.app.send("GET", path + "/collection", query: years)
            #expect(yearly["buckets"].elements.count == 9999)
        }
    }

    /// As many samples, each a year long, in one batch.
    private func longSamples(_ count: Int, _ type: String, _ unit: String) -> JSONTree {
        let samples = (0..<count).map { number -> JSONTree in
            [
                "type": .string(type), "unit": .string(unit), "value": .number(Double(number)),
                "start": "2025-11-29T00:00:00Z",
                "end": .string("2026-11-29T00:00:00.\(100_000 + number)Z"),
            ]
        }
        return ["samples": .array(samples)]
    }

    @Test("An explanation in which everything hides everything is refused")
    func explanation() async throws {
        try await withService { api in
            let person = try await api.person()
            let batch = longSamples(2000, "stepCount", "count")
            #expect(try await person.app.post("/v1/users/me/samples", batch).counts == "2000/0/0")
            let range = [("start", "2026-01-01T00:00:00Z"), ("end", "2026-12-01T00:00:00Z")]
            let path = Self.path + "/stepCount/explanation"
            let answer = try await person.app.send("GET", path, query: range)
            #expect(answer.summary == "400 tooManySamples")
        }
    }

    @Test("Long samples in many buckets are refused where they would fill the memory")
    func longInManyBuckets() async throws {
        try await withService { api in
            let person = try await api.person()
            let batch = longSamples(500, "heartRate", "count/min")
            #expect(try await person.app.post("/v1/users/me/samples", batch).counts == "500/0/0")
            let query = [
                ("start", "2026-01-01T00:00:00Z"), ("end", "2026-11-01T00:00:00Z"),
                ("interval", "PT15M"),
            ]
            let path = Self.path + "/heartRate/collection"
            let answer = try await person.app.send("GET", path, query: query)
            #expect(answer.summary == "400 tooManySamples")
        }
    }

    @Test("Many sources in many buckets are refused where they would fill the memory")
    func manySourcesInManyBuckets() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = (0..<60).map { steps("08:00", "08:10", 1, from: "source\($0)") }
            let batch: JSONTree = ["samples": .array(samples)]
            #expect(try await person.app.post("/v1/users/me/samples", batch).counts == "60/0/0")
            let query = [
                ("start", "2026-01-01T00:00:00Z"), ("end", "2026-11-01T00:00:00Z"),
                ("interval", "PT15M"), ("options", "separateBySource"),
            ]
            let path = Self.path + "/stepCount/collection"
            let answer = try await person.app.send("GET", path, query: query)
            #expect(answer.summary == "400 tooManyBuckets")
        }
    }

    @Test("A user has a bounded number of sources, and known ones go on when it is reached")
    func sources() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 1, from: "known"))
            let limit = Int(HealthStore.sourceLimit)
            try api.database.connect().script(
                """
                INSERT INTO sources (user_id, id, key, bundle_identifier)
                SELECT s.user_id, n, gen_random_uuid(), 'filler'
                FROM user_streams AS s, generate_series(2, \(limit - 1)) AS n
                """
            )
            let last = try await person.app.push(steps("08:00", "08:10", 1, from: "last"))
            #expect(last.counts == "1/0/0")
            let beyond = try await person.app.push(steps("08:00", "08:10", 1, from: "beyond"))
            #expect(beyond.summary == "400 tooManySources" && beyond["field"] == "samples")
            let known = try await person.app.push(steps("09:00", "09:10", 1, from: "known"))
            #expect(known.counts == "1/0/0")
        }
    }
}
