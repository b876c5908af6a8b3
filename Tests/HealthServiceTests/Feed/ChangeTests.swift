import HealthAPI
import HealthService
import TestSupport
import Testing

/// What a caller is told of changes, over the wire.
@Suite("Changes", .offPool)
struct ChangeTests {
    private static let path = "/v1/users/me/changes"

    private func words(_ answer: Answer) -> String {
        let added = answer["added"].elements.map { "+\(Int($0["value"].number ?? 0))" }
        let deleted = answer["deleted"].elements.map { _ in "-" }
        return (deleted + added).joined(separator: " ")
            + (answer["more"] == true ? " more" : "")
    }

    private func pull(_ person: Person, _ query: (String, String)...) async throws -> Answer {
        let answer = try await person.app.send("GET", Self.path, query: query)
        #expect(answer.status == 200)
        return answer
    }

    @Test("Pages follow one another, deletions before additions, each change once")
    func paging() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:00", "08:10", 1),
                steps("08:10", "08:20", 2),
                heartRate("08:00", 300)
            )
            let first = try await pull(person, ("limit", "2"))
            #expect(words(first) == "+1 +2 more")
            let anchor = first["anchor"].string ?? ""
            let second = try await pull(person, ("anchor", anchor), ("limit", "2"))
            #expect(words(second) == "+5")
            let uuid = first["added"].elements[0]["uuid"]
            _ = try await person.app.post("/v1/users/me/deletions", ["uuids": [uuid]])
            let last = try await pull(person, ("anchor", second["anchor"].string ?? ""))
            #expect(words(last) == "-")
            #expect(last["deleted"].elements[0]["uuid"] == uuid)
            #expect(
                last["deleted"].elements[0]["type"] == "HKQuantityTypeIdentifierStepCount"
            )
        }
    }

    @Test("A filter tells of its types alone, in any spelling and order")
    func filter() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                steps("08:00", "08:10", 1),
                heartRate("08:00", 300),
                sleep("01:00", "02:00", 3)
            )
            let page = try await pull(person, ("type", "heartRate,stepCount"), ("limit", "1"))
            #expect(words(page) == "+1 more")
            let rest = try await pull(
                person,
                ("type", "stepCount,HKQuantityTypeIdentifierHeartRate"),
                ("anchor", page["anchor"].string ?? "")
            )
            #expect(words(rest) == "+5")
        }
    }

    @Test("Pages of a client without read have the shape of a world with only its samples")
    func ownOnly() async throws {
        try await withService { api in
            let alone = try await api.person(read: [])
            let other = try await api.person(read: [])
            let neighbour = try await api.join(user: other.id)
            for person in [alone, other] {
                _ = try await person.app.push(steps("08:00", "08:10", 1))
            }
            let hidden = (0..<9).map { steps("09:0\($0)", "09:10", Double($0)) }
            let pushed = try await neighbour.app.post(
                "/v1/users/me/samples",
                ["samples": .array(hidden)]
            )
            let uuids = try await pull(neighbour)["added"].elements.map { $0["uuid"] }
            #expect(pushed.counts == "9/0/0" && uuids.count == 10)
            _ = try await neighbour.app.post("/v1/users/me/deletions", ["uuids": [uuids[4]]])
            for limit in ["1", "2", "1000"] {
                let expected = try await pull(alone, ("limit", limit))
                let found = try await pull(other, ("limit", limit))
                #expect(words(found) == "+1" && words(expected) == "+1")
                #expect(
                    found["anchor"].string?.utf8.count == expected["anchor"].string?.utf8.count
                )
                let next = try await pull(other, ("anchor", found["anchor"].string ?? ""))
                #expect(words(next) == "")
            }
        }
    }

    @Test("The operator is told of everything, and only of users that there are")
    func admin() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            _ = try await person.app.push(bloodPressure("08:00", 120, 80))
            let page = try await api.admin.get(person.path("/changes"))
            #expect(page["added"].elements.count == 3)
            let nobody = try await api.admin.get("/v1/users/00000000000000ff/changes")
            #expect(nobody.summary == "404 userNotFound")
        }
    }

    @Test("The anchor of a push leads on to what comes behind it")
    func pushAnchor() async throws {
        try await withService { api in
            let person = try await api.person()
            let push = try await person.app.push(steps("08:00", "08:10", 1))
            _ = try await person.app.push(steps("09:00", "09:10", 2))
            let page = try await pull(person, ("anchor", push["anchor"].string ?? ""))
            #expect(words(page) == "+2")
        }
    }
}
