import HTTPClient
import TestSupport
import Testing

/// Statistics of one range.
@Suite("Statistics", .offPool)
struct StatisticsTests {
    private static let path = "/v1/users/me/statistics"

    @Test("Each option gives its member, and only that; without options the usual ones")
    func options() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:00", "08:10", 100),
                heartRate("08:00", 60),
                heartRate("09:00", 90)
            )
            func members(_ type: String, _ options: String?) async throws -> Set<String> {
                let query = wholeDay + (options.map { [("options", $0)] } ?? [])
                let path = "\(Self.path)/\(type)"
                let answer = try await person.app.send("GET", path, query: query)
                let head: Set<String> = ["type", "unit", "start", "end"]
                return Set(answer.json.members.keys).subtracting(head)
            }
            #expect(try await members("stepCount", nil) == ["sum"])
            #expect(try await members("stepCount", "mostRecent") == ["mostRecent"])
            #expect(
                try await members("stepCount", "separateBySource") == ["sum", "sources"]
            )
            #expect(
                try await members("heartRate", nil) == ["average", "min", "max", "mostRecent"]
            )
            #expect(try await members("heartRate", "max,min") == ["min", "max"])
        }
    }

    @Test("Discrete values are averaged and compared, and the latest is given with its source")
    func discrete() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(heartRate("08:00", 60), heartRate("09:00", 90))
            let query = wholeDay + [("unit", "count/min")]
            let answer = try await person.app.send("GET", Self.path + "/heartRate", query: query)
            #expect(answer["average"] == 75 && answer["min"] == 60 && answer["max"] == 90)
            #expect(answer["mostRecent"]["value"] == 90)
            let sources = try await person.app.get("/v1/users/me/sources")
            #expect(answer["mostRecent"]["source"] == sources["sources"][0]["id"])
        }
    }

    @Test("No data is null, zero is data, and an empty range has no data")
    func noData() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = Self.path + "/stepCount"
            let nothing = try await person.app.send("GET", path, query: wholeDay)
            #expect(nothing["sum"] == .null)
            _ = try await person.app.push(steps("08:00", "08:10", 0))
            #expect(try await person.app.send("GET", path, query: wholeDay)["sum"] == 0)
            for options in ["sum", "mostRecent", "sum,separateBySource"] {
                let moment = moment("08:05")
                let query = [("start", moment), ("end", moment), ("options", options)]
                let answer = try await person.app.send("GET", path, query: query)
                #expect(answer["sum"] == .null && answer["mostRecent"] == .null)
            }
        }
    }

    @Test("The watch hides the phone where both measured, in the sum and in its explanation")
    func merge() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:00", "08:20", 200, from: "phone", product: "iPhone15,2"),
                steps("08:10", "08:20", 300, from: "watch", product: "Watch6,7")
            )
            let query = [("start", moment("08:00")), ("end", moment("08:15"))]
            let path = Self.path + "/stepCount"
            let sum = try await person.app.send("GET", path, query: query)
            #expect(sum["sum"] == 250)
            let separate = try await person.app.send(
                "GET",
                path,
                query: query + [("options", "separateBySource")]
            )
            let sums = separate["sources"].elements.compactMap { $0["sum"].number }.sorted()
            #expect(separate["sum"] == 250 && sums == [150, 150])
            let explained = try await person.app.send("GET", path + "/explanation", query: query)
            #expect(explained["sum"] == 250)
            let segments = explained["segments"].elements
            #expect(segments.compactMap { $0["contribution"].number } == [100, 150])
            #expect(segments.last?["hidden"][0]["rule"] == "betterSource")
            #expect(explained["sources"][0]["bundleIdentifier"] == "watch")
        }
    }

    @Test("A cumulative value comes in any unit of its kind, and the sum with it")
    func units() async throws {
        try await withService { api in
            let person = try await api.person()
            let walk: JSONTree = [
                "type": "distanceWalkingRunning", "start": .string(moment("08:00")),
                "end": .string(moment("09:00")), "value": 1, "unit": "mi",
            ]
            let meal = walk.with(["type": "dietaryEnergyConsumed", "value": 100, "unit": "kcal"])
            #expect(try await person.app.push(walk, meal).counts == "2/0/0")
            for (type, unit, sum) in [
                ("distanceWalkingRunning", "km", 1.609344), ("distanceWalkingRunning", "mi", 1),
                ("distanceWalkingRunning", "m", 1609.344),
                ("dietaryEnergyConsumed", "kJ", 418.4), ("dietaryEnergyConsumed", "kcal", 100),
            ] {
                let query = wholeDay + [("unit", unit)]
                let answer = try await person.app.send("GET", "\(Self.path)/\(type)", query: query)
                #expect(answer["unit"].string == unit)
                let found = try #require(answer["sum"].number)
                #expect(abs(found - sum) < 1e-9 * sum, "\(type) in \(unit)")
            }
        }
    }

    @Test("Values are bounded, so that no sum leaves the range of a number in any unit")
    func bounds() async throws {
        try await withService { api in
            let person = try await api.person()
            let mass: JSONTree = [
                "type": "bodyMass", "start": .string(moment("08:00")),
                "end": .string(moment("08:00")), "value": 1e18, "unit": "kg",
            ]
            let step = steps("08:00", "08:10", 1e18)
            let walk = step.with(["type": "distanceWalkingRunning", "unit": "m"])
            let other = step.with(["end": .string(moment("08:20"))])
            #expect(try await person.app.push(mass, walk, step, other).counts == "4/0/0")
            for (sample, field) in [
                (step.with(["value": 1.1e18]), "value"), (mass.with(["value": -2e18]), "value"),
                (walk.with(["value": 1e16, "unit": "km"]), "value"),
            ] {
                let refused = try await person.app.push(sample)
                #expect(refused.outcomes == ["0 rejected valueTooLarge \(field)"])
            }
            for (target, member) in [
                ("bodyMass?unit=pg&", "max"), ("distanceWalkingRunning?unit=pm&", "sum"),
                ("stepCount?", "sum"), ("stepCount/explanation?", "sum"),
                ("distanceWalkingRunning/explanation?unit=pm&", "sum"),
            ] {
                let range = "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
                let answer = try await person.app.get("\(Self.path)/\(target)\(range)")
                #expect(answer[member].number != nil, "\(target)")
            }
        }
    }
}
