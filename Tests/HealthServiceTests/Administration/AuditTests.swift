import HealthAPI
import HealthStore
import Postgres
import TestSupport
import Testing

/// What is written down of what is done.
@Suite("The audit log", .offPool)
struct AuditTests {
    /// Does everything that is written down, and answers what should be, oldest first.
    private func busyDay(_ api: TestAPI) async throws -> (person: Person, expected: [String]) {
        let person = try await api.person()
        let grants = person.path("/grants/\(person.client)")
        _ = try await person.app.push(
            steps("08:00", "08:10", 31337, from: "com.example.watch"),
            heartRate("08:00", 31337)
        )
        _ = try await api.admin.put(person.path("/characteristics"), ["bloodType": "oPositive"])
        _ = try await api.admin.patch(grants, ["share": ["refuse": ["heartRate"]]])
        _ = try await api.admin.put("/v1/grant-templates/all", ["share": ["*"]])
        let many: JSONTree = [
            "users": [.string(person.id)], "client": .string(person.client), "template": "all",
        ]
        _ = try await api.admin.post("/v1/grants", many)
        _ = try await api.admin.delete("/v1/grant-templates/all")
        let order = person.path("/sources/order/stepCount")
        _ = try await api.admin.put(order, ["order": [], "disabled": []])
        let listed = try await person.app.get("/v1/users/me/samples", ("type", "stepCount"))
        let uuid = listed["samples"][0]["uuid"]
        _ = try await person.app.post("/v1/users/me/deletions", ["uuids": [uuid]])
        let rotation = "/v1/tokens/\(person.tokenID)/rotation"
        let token = try await api.admin.post(rotation, [:])
        api.log.forbid(try #require(token["token"].string))
        _ = try await api.admin.delete("/v1/tokens/\(person.tokenID)")
        let client = "/v1/clients/\(person.client)"
        for body: JSONTree in [["suspended": true], ["suspended": false], ["name": "Renamed"]] {
            _ = try await api.admin.patch(client, body)
        }
        _ = try await api.admin.patch(person.path(""), ["name": "Ana"])
        let kim = try await api.administrator("auditor")
        _ = try await kim.caller.get(person.path("/sources"))
        let adminToken = "/v1/admin-tokens/\(kim.token)"
        let other = try await api.admin.post(adminToken + "/rotation", [:])
        api.log.forbid(try #require(other["token"].string))
        _ = try await api.admin.delete(adminToken)
        _ = try await api.admin.raw("GET", person.path("/export"))
        _ = try await api.admin.delete(person.path(""))
        return (
            person,
            [
                "user.create", "client.create", "grant.put", "token.create",
                "characteristics.put", "grant.change", "grantTemplate.put", "grant.put",
                "grantTemplate.delete", "sourceOrder.put", "samples.delete", "token.rotate",
                "token.revoke", "client.suspend", "client.resume", "client.change", "user.change",
                "adminToken.create", "access.denied", "adminToken.rotate", "adminToken.revoke",
                "user.export", "user.erase",
            ]
        )
    }

    @Test("Each thing that is done has its event, also after the user is erased")
    func everyAction() async throws {
        try await withService { api in
            let (person, expected) = try await busyDay(api)
            #expect(try await api.actions().reversed() == expected)
            let ofUser = try await api.events(("user", person.id))
            #expect(ofUser.first?["action"] == "user.erase")
            #expect(ofUser.allSatisfy { $0["user"] == .string(person.id) })
            #expect(ofUser.contains { $0["action"] == "grant.put" })
            let deletion = try await api.events(("action", "samples.delete"))[0]
            #expect(deletion["actor"] == .string("client:\(person.client)"))
            let denial = try await api.events(("action", "access.denied"))[0]
            #expect(denial["subject"] == "GET /v1/users/{user}/sources")
        }
    }

    @Test("No event of a busy day holds a value, a secret or a name that a person gave")
    func noValues() async throws {
        try await withService { api in
            _ = try await busyDay(api)
            let rows = try await api.store.pool.withConnection { connection in
                try connection.run(
                    Statement("test.events", "SELECT e::text FROM audit_events AS e")
                ).textColumn(0)
            }
            #expect(rows.count > 20)
            let secrets = ["31337", "trib_", "oPositive", "Ana", "Geheim", "watch", "Renamed"]
            for row in rows {
                for secret in secrets { #expect(!row.contains(secret), "\(row)") }
            }
        }
    }

    @Test("The log is searched by who, what, whom and when, and comes in pages")
    func search() async throws {
        try await withService { api in
            let (person, expected) = try await busyDay(api)
            let tokens = try await api.actions(("action", "token."))
            #expect(tokens == ["token.revoke", "token.rotate", "token.create"])
            #expect(try await api.actions(("action", "token")).isEmpty)
            #expect(
                try await api.actions(("actor", "client:\(person.client)")) == ["samples.delete"]
            )
            let ofClient = try await api.actions(("client", person.client))
            #expect(ofClient.contains("client.suspend") && !ofClient.contains("user.create"))
            let future = ("start", "2100-01-01T00:00:00Z")
            #expect(try await api.actions(future).isEmpty)
            #expect(try await api.actions(("end", "2100-01-01T00:00:00Z")).count == expected.count)
            var paged: [String] = []
            var cursor: String?
            repeat {
                let page = try await api.admin.send(
                    "GET",
                    "/v1/audit",
                    query: [("limit", "5")] + (cursor.map { [("cursor", $0)] } ?? [])
                )
                paged += page["events"].elements.compactMap { $0["action"].string }
                cursor = page["cursor"].string
            } while cursor != nil
            #expect(paged.reversed() == expected)
            for (name, value) in [
                ("user", "x"), ("client", "x"), ("actor", ""), ("action", ""), ("start", "x"),
            ] {
                let answer = try await api.admin.get("/v1/audit", (name, value))
                #expect(answer.summary == "400 invalidParameter", "\(name)")
            }
        }
    }

    @Test("Who is refused again and again is written down ten times a minute")
    func denials() async throws {
        try await withService { api in
            let person = try await api.person()
            for _ in 0..<25 { _ = try await person.app.get("/v1/clients") }
            let query = ("action", "access.denied")
            let events = try await api.events(query)
            #expect(events.count == 10)
            #expect(events[0]["actor"] == .string("client:\(person.client)"))
            #expect(events[0]["user"] == .string(person.id))
            api.clock.advance(bySeconds: 60)
            _ = try await person.app.get("/v1/clients")
            #expect(try await api.events(query).count == 11)
        }
    }

    @Test("The database itself refuses to change or to remove what was written down")
    func appendOnly() async throws {
        try await withService { api in
            _ = try await api.person()
            for statement in [
                "UPDATE audit_events SET actor = 'x'", "DELETE FROM audit_events",
                "TRUNCATE audit_events", "DELETE FROM audit_events WHERE false",
            ] {
                #expect(throws: PostgresError.self, "\(statement)") {
                    try api.database.connect().script(statement)
                }
            }
            #expect(try await api.actions().count == 4)
        }
    }
}
