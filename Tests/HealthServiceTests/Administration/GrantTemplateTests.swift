import HealthAPI
import HealthStore
import Postgres
import TestSupport
import Testing

/// Decisions for some types, for many users and by template.
@Suite("Decisions for many", .offPool)
struct GrantTemplateTests {
    @Test("A change decides what it names and nothing else")
    func change() async throws {
        try await withService { api in
            let person = try await api.person(share: ["stepCount"], read: ["*"])
            let path = person.path("/grants/\(person.client)")
            let changed = try await api.admin.patch(
                path,
                [
                    "share": ["allow": ["heartRate"]],
                    "read": ["refuse": ["stepCount"]],
                ]
            )
            let types: JSONTree = [
                "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierStepCount",
            ]
            #expect(
                Set(changed["share"].elements.compactMap(\.string))
                    == Set(types.elements.compactMap(\.string))
            )
            #expect(changed["read"] == ["*"])
            #expect(changed["readRefused"] == ["HKQuantityTypeIdentifierStepCount"])
            #expect(try await api.admin.get(path).json == changed.json)
            #expect(try await person.app.push(heartRate("08:00", 60)).counts == "1/0/0")
            for body: JSONTree in [
                ["share": []], ["shares": [:]], ["share": ["allowed": []]],
                ["read": ["allow": ["stepCount"], "refuse": ["stepCount"]]],
            ] {
                #expect(try await api.admin.patch(path, body).summary == "400 invalidRequest")
            }
            let unknown = try await api.admin.patch(path, ["read": ["allow": ["moodRing"]]])
            #expect(unknown.summary == "400 unknownType")
            let blood = try await api.admin.patch(path, ["share": ["allow": ["bloodType"]]])
            #expect(blood.summary == "400 notShareable")
        }
    }

    @Test("A template is kept, listed, replaced and deleted")
    func templates() async throws {
        try await withService { api in
            let path = "/v1/grant-templates/phone-app"
            let made = try await api.admin.put(path, ["share": ["stepCount"], "read": ["*"]])
            #expect(made["share"] == ["HKQuantityTypeIdentifierStepCount"])
            #expect(made["read"] == ["*"])
            #expect(try await api.admin.get(path).json == made.json)
            _ = try await api.admin.put(path, ["read": ["heartRate"]])
            let list = try await api.admin.get("/v1/grant-templates")["grantTemplates"].elements
            #expect(list.map { $0["share"] } == [[]])
            for name in ["Phone", "a_b", String(repeating: "a", count: 65)] {
                let answer = try await api.admin.put("/v1/grant-templates/\(name)", [:])
                #expect(answer.summary == "400 invalidRequest")
            }
            #expect(try await api.admin.delete(path).status == 204)
            #expect(try await api.admin.delete(path).summary == "404 grantTemplateNotFound")
        }
    }

    @Test("A decision for many is made for each, and tells whom it was not made for")
    func many() async throws {
        try await withService { api in
            let people = [try await api.person(share: nil), try await api.person(share: nil)]
            let client = people[0].client
            _ = try await api.admin.put("/v1/grant-templates/all", ["share": ["*"], "read": ["*"]])
            let body: JSONTree = [
                "users": [.string(people[0].id), "00000000000000ff"],
                "client": .string(client), "template": "all",
            ]
            let some = try await api.admin.post("/v1/grants", body)
            #expect(some["granted"].number == 1)
            #expect(some["outcomes"][0]["user"] == "00000000000000ff")
            #expect(try await people[0].app.push(steps("08:00", "08:10", 1)).counts == "1/0/0")
            let rest: JSONTree = ["users": "*", "client": .string(client), "share": []]
            #expect(try await api.admin.post("/v1/grants", rest)["granted"].number == 2)
            let denied = try await people[0].app.push(steps("09:00", "09:10", 1))
            #expect(denied.outcomes == ["0 rejected sharingDenied type"])
            for wrong: JSONTree in [
                ["users": "*", "client": .string(client)], ["users": []], ["users": "all"],
                ["users": "*", "client": .string(client), "template": "all", "share": []],
            ] {
                #expect(try await api.admin.post("/v1/grants", wrong).status == 400)
            }
            let missing: JSONTree = [
                "users": "*", "client": .string(client), "template": "none",
            ]
            let answer = try await api.admin.post("/v1/grants", missing)
            #expect(answer.summary == "404 grantTemplateNotFound")
        }
    }

    @Test("There is an end to templates")
    func tooMany() async throws {
        try await withService { api in
            try await api.store.pool.withConnection {
                try $0.script(
                    """
                    INSERT INTO grant_templates (name, share, read)
                    SELECT 't' || n, '{}', '{}' FROM generate_series(1, 1000) AS n
                    """
                )
            }
            let answer = try await api.admin.put("/v1/grant-templates/one-more", [:])
            #expect(answer.summary == "409 tooManyGrantTemplates")
            #expect(try await api.admin.put("/v1/grant-templates/t1", [:]).status == 200)
        }
    }
}
