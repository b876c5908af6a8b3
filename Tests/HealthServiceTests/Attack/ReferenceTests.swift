import HTTPClient
import HealthAPI
import TestSupport
import Testing

/// References to what is somebody else's, put in place of one's own.
@Suite("Swapped references", .offPool)
struct ReferenceTests {
    private static let uuid = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
    private static let workoutID = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e60"

    /// Somebody with data, and two who have no right to it.
    private struct Stage {
        let victim: Person
        let strangers: [Person]
        let request: String
        let cursor: String
        let anchor: String
        let source: String
    }

    private func stage(_ api: TestAPI) async throws -> Stage {
        let victim = try await api.person()
        let client = try await api.join(user: victim.id, share: nil)
        let asked = try await client.app.post(
            "/v1/users/me/authorization-requests",
            ["share": ["stepCount"], "shareUsageDescription": "To count."]
        )
        _ = try await victim.app.push(
            steps("08:00", "08:10", 31_337).with(["uuid": .string(Self.uuid)]),
            steps("09:00", "09:10", 31_337),
            workout("10:00", "11:00").with(["uuid": .string(Self.workoutID)])
        )
        let page = try await victim.app.get(
            "/v1/users/me/samples",
            ("type", "stepCount"),
            ("limit", "1")
        )
        let changes = try await victim.app.get("/v1/users/me/changes")
        let sources = try await victim.app.get("/v1/users/me/sources")
        return Stage(
            victim: victim,
            strangers: [
                try await api.person(), try await api.join(user: victim.id, read: []),
            ],
            request: try #require(asked["id"].string),
            cursor: try #require(page["cursor"].string),
            anchor: try #require(changes["anchor"].string),
            source: try #require(sources["sources"][0]["id"].string)
        )
    }

    /// Compares two answers but for what was asked for and what is new in each.
    private func same(_ one: Answer, _ name: String, _ other: Answer, _ otherName: String) -> Bool {
        func blotted(_ answer: Answer, _ name: String) -> PrivacyTests.Observation {
            let text = String(decoding: answer.body, as: UTF8.self).replacing(name, with: "NAME")
            let response = ClientResponse(
                status: answer.status,
                headers: answer.headers,
                body: Array(text.utf8)
            )
            return PrivacyTests.Observation(Answer(response))
        }
        return blotted(one, name) == blotted(other, otherName)
    }

    @Test("What others have is answered as what nobody has, byte for byte")
    func identifiers() async throws {
        try await withService { api in
            let stage = try await stage(api)
            let references = [
                ("samples/NAME", Self.uuid), ("samples/NAME", Self.workoutID),
                ("workouts/NAME/statistics", Self.workoutID),
                ("authorization-requests/NAME", stage.request),
                ("samples?type=stepCount&source=NAME", stage.source),
            ]
            for stranger in stage.strangers {
                for (target, name) in references {
                    func ask(_ name: String) async throws -> Answer {
                        let path = "/v1/users/me/" + target.replacing("NAME", with: name)
                        return try await stranger.app.get(path)
                    }
                    let (found, missing) = (try await ask(name), try await ask(RouteRow.unknownID))
                    #expect(same(found, name, missing, RouteRow.unknownID), "\(target)")
                }
                func delete(_ name: String) async throws -> Answer {
                    try await stranger.app.post(
                        "/v1/users/me/deletions",
                        ["uuids": [.string(name)]]
                    )
                }
                let deleted = try await delete(Self.uuid)
                let missing = try await delete(RouteRow.unknownID)
                #expect(same(deleted, Self.uuid, missing, RouteRow.unknownID))
            }
            let kept = try await stage.victim.app.get("/v1/users/me/samples/\(Self.uuid)")
            #expect(kept.status == 200)
        }
    }

    @Test("What was sealed for one is worth nothing to another, of the same user or not")
    func sealed() async throws {
        try await withService { api in
            let stage = try await stage(api)
            for caller in stage.strangers.map(\.app) {
                let page = try await caller.get(
                    "/v1/users/me/samples",
                    ("type", "stepCount"),
                    ("limit", "1"),
                    ("cursor", stage.cursor)
                )
                #expect(page.summary == "400 cursorInvalid")
                let changes = try await caller.get(
                    "/v1/users/me/changes",
                    ("anchor", stage.anchor)
                )
                let broken = try await caller.get("/v1/users/me/changes", ("anchor", "AAAA"))
                #expect(changes.summary == broken.summary && changes.status == 400)
                let crossed = try await caller.get(
                    "/v1/users/me/changes",
                    ("anchor", stage.cursor)
                )
                #expect(crossed.summary == broken.summary)
            }
        }
    }

    @Test("Another user's paths are answered as those of nobody, on every route there is")
    func users() async throws {
        try await withService(.unlimited) { api in
            let stage = try await stage(api)
            let attacker = stage.strangers[0]
            for row in RouteRow.all where row.isOfUser {
                let victims = try await attacker.app.call(
                    row,
                    user: stage.victim.id,
                    client: attacker.client
                )
                let nobodys = try await attacker.app.call(
                    row,
                    user: "00000000000000ff",
                    client: attacker.client
                )
                #expect(same(victims, stage.victim.id, nobodys, "00000000000000ff"), "\(row.name)")
                #expect([403, 404].contains(victims.status), "\(row.name)")
            }
            #expect(try await api.admin.get(stage.victim.path("")).status == 200)
        }
    }
}
