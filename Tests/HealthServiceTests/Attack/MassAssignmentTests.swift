import HealthAPI
import Postgres
import TestSupport
import Testing

/// Members of bodies that nobody asked for, named after what the server decides itself.
@Suite("Mass assignment", .offPool)
struct MassAssignmentTests {
    /// Members as an attacker would add them; those that a body has already are left alone.
    private static func extras(_ victim: Person) -> JSONTree {
        [
            "user_id": .string(victim.id), "userId": .string(victim.id), "user": .string(victim.id),
            "client_id": .string(victim.client), "clientId": .string(victim.client),
            "id": "999", "position": 1, "role": "owner", "isAdmin": true, "admin": true,
            "token": "trib_c_chosen", "hash": "00", "secret": "chosen", "state": "decided",
            "createdAt": "2001-01-01T00:00:00Z", "expiresAt": "2999-01-01T00:00:00Z",
            "revokedAt": .null, "grants": ["share": ["*"], "read": ["*"]], "visibility": "all",
        ]
    }

    @Test("On every route with a body they are ignored or refused, and change nobody's things")
    func everyBody() async throws {
        try await withService(.unlimited) { api in
            let victim = try await api.person(share: ["stepCount"], read: [])
            let attacker = try await api.person()
            let before = try await state(of: victim, api)
            for row in RouteRow.all where row.hasBody && row.pattern.hasPrefix("/v1") {
                let good = try #require(row.body(client: attacker.client))
                let body = Self.extras(victim).with(good)
                let path = row.path(RouteRow.values(user: attacker.id, client: attacker.client))
                for caller in [attacker.app, api.admin] {
                    let answer = try await caller.send(row.method, path, body: body.bytes)
                    #expect(answer.status < 500, "\(row.name)")
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(!text.contains("chosen") && answer["id"] != "999", "\(row.name)")
                }
            }
            #expect(try await state(of: victim, api) == before)
            let chosen = Caller(http: api.stranger.http, token: "trib_c_chosen")
            #expect(try await chosen.get("/v1/users/me/sources").status == 401)
        }
    }

    @Test("In a sample they are ignored or refused: it is its sender's, of its sender's user")
    func samples() async throws {
        try await withService(.unlimited) { api in
            let victim = try await api.person()
            let attacker = try await api.person()
            let uuid = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            let sample = steps("08:00", "08:10", 1).with(["uuid": .string(uuid)])
            for (name, value) in Self.extras(victim).members {
                let pushed = try await attacker.app.push(sample.with(.object([name: value])))
                #expect(pushed.status == 200, "\(name)")
            }
            _ = try await attacker.app.push(sample)
            let rows = try await api.texts(ownersStatement)
            let owner = try #require(Int64(attacker.id, radix: 16))
            #expect(rows == ["\(owner) \(attacker.client)"])
            let told = try await attacker.app.get("/v1/users/me/samples/\(uuid)")
            let names = Set(told.json.members.keys)
            #expect(names.isDisjoint(with: ["user", "userId", "position", "role", "visibility"]))
        }
    }

    /// What an admin is told of somebody and their client.
    private func state(of person: Person, _ api: TestAPI) async throws -> [JSONTree] {
        var state: [JSONTree] = []
        for path in ["", "/grants", "/sources", "/samples?type=stepCount", "/access-codes"] {
            state.append(try await api.admin.get(person.path(path)).json)
        }
        return state
    }
}

private let ownersStatement = Statement(
    "test_owners",
    "SELECT DISTINCT s.user_id || ' ' || s.client_id FROM samples AS s"
)
