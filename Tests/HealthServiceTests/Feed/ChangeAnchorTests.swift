import HealthAPI
import HealthService
import Postgres
import TestSupport
import Testing

/// Anchors that lead nowhere.
@Suite("Anchors of changes", .offPool)
struct ChangeAnchorTests {
    private func changes(
        _ caller: Caller,
        _ path: String = "/v1/users/me/changes",
        anchor: String,
        type: String? = nil
    ) async throws -> String {
        var query = [("anchor", anchor)]
        if let type { query.append(("type", type)) }
        return try await caller.send("GET", path, query: query).summary
    }

    private func anchor(_ person: Person, type: String? = nil) async throws -> String {
        let query = type.map { [("type", $0)] } ?? []
        let answer = try await person.app.send("GET", "/v1/users/me/changes", query: query)
        return try #require(answer["anchor"].string)
    }

    @Test("One of another user, client or filter is invalid, and so is one that was changed")
    func foreign() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.join(user: person.id)
            let stranger = try await api.person()
            let anchor = try await anchor(person)
            #expect(try await changes(person.app, anchor: anchor) == "200")
            for caller in [other.app, stranger.app] {
                #expect(try await changes(caller, anchor: anchor) == "400 anchorInvalid")
            }
            let byAdmin = try await changes(api.admin, person.path("/changes"), anchor: anchor)
            #expect(byAdmin == "400 anchorInvalid")
            let narrowed = try await changes(person.app, anchor: anchor, type: "stepCount")
            #expect(narrowed == "400 anchorInvalid")
            let broken = [String(anchor.dropLast()), anchor + "A", "", "x", anchor.uppercased()]
            for text in broken {
                #expect(try await changes(person.app, anchor: text) == "400 anchorInvalid")
            }
        }
    }

    @Test("One from before a change of what the client may read is outdated; others stay good")
    func outdated() async throws {
        try await withService { api in
            let person = try await api.person(read: ["heartRate"])
            let all = try await anchor(person)
            let heart = try await anchor(person, type: "heartRate")
            let pressure = try await anchor(person, type: "bloodPressure")
            let grants = "/v1/users/\(person.id)/grants/\(person.client)"
            func put(_ share: [JSONTree], _ read: [JSONTree]) async throws {
                let body: JSONTree = ["share": .array(share), "read": .array(read)]
                #expect(try await api.admin.put(grants, body).status == 200)
            }
            try await put([], ["heartRate"])
            #expect(try await changes(person.app, anchor: all) == "200", "sharing is another thing")
            try await put([], ["heartRate", "bloodPressureSystolic"])
            #expect(try await changes(person.app, anchor: all) == "410 anchorOutdated")
            #expect(try await changes(person.app, anchor: heart, type: "heartRate") == "200")
            let refused = try await changes(person.app, anchor: pressure, type: "bloodPressure")
            #expect(refused == "410 anchorOutdated")
            try await put([], [])
            let revoked = try await changes(person.app, anchor: heart, type: "heartRate")
            #expect(revoked == "410 anchorOutdated")
        }
    }

    @Test("A later grant makes earlier samples appear to a client that starts over")
    func granted() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            let writer = try await api.join(user: person.id)
            _ = try await writer.app.push(steps("08:00", "08:10", 1))
            let before = try await person.app.get("/v1/users/me/changes")
            #expect(before["added"].elements.isEmpty)
            _ = try await api.admin.put(
                "/v1/users/\(person.id)/grants/\(person.client)",
                ["share": [], "read": ["stepCount"]]
            )
            let after = try await person.app.get("/v1/users/me/changes")
            #expect(after["added"].elements.count == 1)
        }
    }

    @Test("One that needs marks of deletions that are gone is expired; a new one is not")
    func expired() async throws {
        try await withService { api in
            let person = try await api.person()
            let old = try await anchor(person)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let connection = try api.database.connect()
            try connection.script("UPDATE user_streams SET pruned_position = last_position")
            #expect(try await changes(person.app, anchor: old) == "410 anchorExpired")
            let fresh = try await anchor(person)
            #expect(try await changes(person.app, anchor: fresh) == "200")
        }
    }

    @Test("One that is ahead of a feed restored from a backup is expired")
    func restored() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let anchor = try await anchor(person)
            let connection = try api.database.connect()
            try connection.script("UPDATE user_streams SET last_position = 0")
            #expect(try await changes(person.app, anchor: anchor) == "410 anchorExpired")
        }
    }
}
