import HTTPClient
import TestSupport
import Testing

/// Who sees what of a correlation: HealthKit's rule.
@Suite("Visibility of correlations", .offPool)
struct CorrelationVisibilityTests {
    private static let path = "/v1/users/me/samples"

    /// A user with a pressure, a food and a workout of one client, and others that read some types.
    private func world(
        _ api: TestAPI,
        read: [JSONTree]
    ) async throws -> (owner: Person, reader: Person, ids: [String: String]) {
        let owner = try await api.person()
        _ = try await owner.app.push(
            bloodPressure("08:00", 121, 79),
            food("12:00", ["dietarySugar": 10, "dietaryFiber": 2]),
            workout("15:00", "16:00"),
            sleep("01:00", "02:00", 3)
        )
        var ids: [String: String] = [:]
        for type in ["bloodPressure", "food", "workout", "sleepAnalysis", "dietaryFiber"] {
            let page = try await owner.app.get(Self.path, ("type", type))
            ids[type] = page["samples"][0]["uuid"].string
            #expect(ids[type] != nil)
        }
        return (owner, try await api.join(user: owner.id, share: ["*"], read: read), ids)
    }

    @Test("A reader of one object's type sees the correlation with that object alone")
    func oneObject() async throws {
        try await withService { api in
            let (_, reader, ids) = try await world(
                api,
                read: ["bloodPressureSystolic", "dietaryFiber"]
            )
            for (type, value) in [("bloodPressure", 121.0), ("food", 2)] {
                for order in ["start", "-start"] {
                    let query = [("type", type), ("order", order)]
                    let page = try await reader.app.send("GET", Self.path, query: query)
                    #expect(page["samples"].elements.count == 1)
                    let objects = page["samples"][0]["objects"].elements
                    #expect(objects.compactMap { $0["value"].number } == [value])
                }
                let one = try await reader.app.get("\(Self.path)/\(ids[type] ?? "")")
                #expect(one["objects"].elements.compactMap { $0["value"].number } == [value])
            }
            let sugar = try await reader.app.get(Self.path, ("type", "dietarySugar"))
            #expect(sugar["samples"] == [])
        }
    }

    @Test("Who may see none of its objects sees no correlation, as if there were none")
    func noObject() async throws {
        try await withService { api in
            let (_, reader, ids) = try await world(api, read: ["stepCount"])
            let unknown = try await reader.app.get(
                "\(Self.path)/6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            )
            #expect(unknown.summary == "404 sampleNotFound")
            for type in ids.keys {
                let page = try await reader.app.get(Self.path, ("type", type))
                #expect(page["samples"] == [] && page["cursor"] == .null, "\(type)")
                let one = try await reader.app.get("\(Self.path)/\(ids[type] ?? "")")
                #expect(one.json.without("requestId") == unknown.json.without("requestId"))
            }
            for id in ["x", "%00", "6f1c", "{6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f}"] {
                let answer = try await reader.app.get("\(Self.path)/\(id)")
                #expect(answer.json.without("requestId") == unknown.json.without("requestId"))
            }
        }
    }

    @Test("Own samples of every kind are seen without read, and others' are not among them")
    func ownSamples() async throws {
        try await withService { api in
            let (_, writer, _) = try await world(api, read: [])
            _ = try await writer.app.push(
                bloodPressure("09:00", 130, 80),
                food("13:00", ["dietarySugar": 5]),
                workout("17:00", "18:00"),
                sleep("03:00", "04:00", 4)
            )
            for type in ["bloodPressure", "food", "workout", "sleepAnalysis"] {
                let page = try await writer.app.get(Self.path, ("type", type))
                #expect(page["samples"].elements.count == 1, "\(type)")
                let id = page["samples"][0]["uuid"].string ?? ""
                let one = try await writer.app.get("\(Self.path)/\(id)")
                #expect(one.json == page["samples"][0], "\(type)")
            }
            let own = try await writer.app.get(Self.path, ("type", "bloodPressure"))
            #expect(own["samples"][0]["objects"].elements.count == 2)
        }
    }

    @Test("Workouts are granted by themselves, and all of everything is an admin's")
    func workoutsAndAdmins() async throws {
        try await withService { api in
            let (owner, reader, ids) = try await world(api, read: ["workout"])
            let page = try await reader.app.get(Self.path, ("type", "workout"))
            #expect(page["samples"].elements.count == 1)
            let food = try await reader.app.get(Self.path, ("type", "food"))
            #expect(food["samples"] == [])
            for (type, id) in ids {
                let list = try await api.admin.get(owner.path("/samples"), ("type", type))
                #expect(list["samples"].elements.count == 1)
                let one = try await api.admin.get(owner.path("/samples/\(id)"))
                #expect(one.json == list["samples"][0])
            }
        }
    }

    @Test("Sources of categories and workouts are listed for those who may read them")
    func sources() async throws {
        try await withService { api in
            let owner = try await api.person()
            let source: JSONTree = ["source": ["bundleIdentifier": "com.example.bed"]]
            let watch: JSONTree = ["source": ["bundleIdentifier": "com.example.run"]]
            _ = try await owner.app.push(
                sleep("01:00", "02:00", 3).with(source),
                workout("15:00", "16:00").with(watch)
            )
            for (read, expected) in [
                (["sleepAnalysis"], ["com.example.bed"]), (["workout"], ["com.example.run"]),
                (["stepCount"], []),
            ] as [([JSONTree], [String])] {
                let reader = try await api.join(user: owner.id, share: [], read: read)
                let sources = try await reader.app.get("/v1/users/me/sources")["sources"].elements
                #expect(sources.compactMap { $0["bundleIdentifier"].string } == expected)
            }
        }
    }
}
