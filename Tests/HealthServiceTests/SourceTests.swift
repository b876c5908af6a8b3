import HTTPClient
import TestSupport
import Testing

/// Sources and the order that decides overlaps.
@Suite("Sources", .offPool)
struct SourceTests {
    private static let order = "/v1/users/me/sources/order/stepCount"

    /// A phone and a watch that measured the same ten minutes: 100 and 300 steps.
    private func pushPhoneAndWatch(_ person: Person) async throws -> (phone: String, watch: String)
    {
        let pushed = try await person.app.push(
            steps("08:00", "08:10", 100, from: "phone", product: "iPhone15,2"),
            steps("08:00", "08:10", 300, from: "watch", product: "Watch6,7")
        )
        #expect(pushed.counts == "2/0/0")
        let sources = try await person.app.get("/v1/users/me/sources")["sources"].elements
        func id(_ bundle: String) throws -> String {
            let found = sources.first { $0["bundleIdentifier"].string == bundle }
            return try #require(found?["id"].string)
        }
        return (try id("phone"), try id("watch"))
    }

    private func sum(_ person: Person) async throws -> JSONTree {
        let path = "/v1/users/me/statistics/stepCount"
        return try await person.app.send("GET", path, query: wholeDay)["sum"]
    }

    @Test("By default the watch goes before the phone; the order set goes before the default")
    func order() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, watch) = try await pushPhoneAndWatch(person)
            let before = try await person.app.get(Self.order)
            #expect(before["order"] == [] && before["disabled"] == [])
            #expect(before["ranking"].elements.map { $0["class"] } == ["watch", "phone"])
            #expect(try await sum(person) == 300)
            let path = person.path("/sources/order/stepCount")
            let body: JSONTree = ["order": [.string(phone.uppercased())]]
            let after = try await api.admin.put(path, body)
            #expect(after["order"] == [.string(phone)])
            let ranking = after["ranking"].elements
            #expect(ranking.map { $0["id"] } == [.string(phone), .string(watch)])
            #expect(ranking.map { $0["explicit"] } == [true, false])
            #expect(try await person.app.get(Self.order).json == after.json)
            #expect(try await sum(person) == 100)
        }
    }

    @Test("A source switched off counts nowhere for the type, and is not ranked")
    func disabled() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, watch) = try await pushPhoneAndWatch(person)
            let path = person.path("/sources/order/stepCount")
            let off = try await api.admin.put(path, ["disabled": [.string(watch)]])
            #expect(off["ranking"].elements.map { $0["id"] } == [.string(phone)])
            #expect(try await sum(person) == 100)
            let both: JSONTree = ["disabled": [.string(watch), .string(phone)]]
            #expect(try await api.admin.put(path, both)["ranking"] == [])
            #expect(try await sum(person) == .null)
            #expect(try await api.admin.put(path, [:])["disabled"] == [])
            #expect(try await sum(person) == 300)
        }
    }

    @Test("An order that makes no sense is refused, with the member at fault, and changes nothing")
    func badOrder() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, _) = try await pushPhoneAndWatch(person)
            let path = person.path("/sources/order/stepCount")
            let unknown: JSONTree = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            let other = try await api.person()
            let foreign: JSONTree = .string(try await pushPhoneAndWatch(other).phone)
            let known: JSONTree = .string(phone)
            let cases: [(JSONTree, String, String)] = [
                (["order": [known, known]], "invalidRequest", "order"),
                (["disabled": [known, known]], "invalidRequest", "disabled"),
                (["order": ["x"]], "unknownSource", "order"),
                (["order": [1]], "invalidRequest", "order"),
                (["order": "x"], "invalidRequest", "order"),
                (["disable": [known]], "invalidRequest", "disable"),
                (["order": [known, unknown]], "unknownSource", "order"),
                (["order": [known], "disabled": [foreign]], "unknownSource", "disabled"),
                (
                    ["order": .array(Array(repeating: known, count: 10_001))],
                    "invalidRequest", "order"
                ),
            ]
            for (body, code, field) in cases {
                let answer = try await api.admin.put(path, body)
                #expect(answer.summary == "400 \(code)")
                #expect(answer["field"].string == field)
            }
            #expect(try await api.admin.get(path)["order"] == [])
            for type in ["moodRing", "workout", "food"] {
                let path = person.path("/sources/order/\(type)")
                #expect(try await api.admin.put(path, [:]).status == 400)
                #expect(try await api.admin.get(path).status == 400)
            }
            let nobody = "/v1/users/00000000000000ff/sources/order/stepCount"
            #expect(try await api.admin.put(nobody, [:]).summary == "404 userNotFound")
            #expect(try await api.admin.get(nobody).summary == "404 userNotFound")
        }
    }

    @Test("Who sees the type sees how far its totals have followed; who does not sees nothing")
    func settling() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await pushPhoneAndWatch(person)
            let blind = try await api.join(user: person.id, read: [])
            let none: JSONTree = ["days": 0, "remaining": 0]
            let marked: JSONTree = ["days": 1, "remaining": 1]
            let settled: JSONTree = ["days": 1, "remaining": 0]
            #expect(try await person.app.get(Self.order)["settling"] == marked)
            _ = try await sum(person)
            #expect(try await person.app.get(Self.order)["settling"] == settled)
            let path = person.path("/sources/order/stepCount")
            #expect(try await api.admin.put(path, [:])["settling"] == marked)
            #expect(try await blind.app.get(Self.order)["settling"] == none)
            let other = "/v1/users/me/sources/order/flightsClimbed"
            #expect(try await person.app.get(other)["settling"] == none)
        }
    }

    @Test("A client may read the order but not set it")
    func clientOrder() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.person()
            #expect(try await person.app.put(Self.order, [:]).summary == "403 forbidden")
            let foreign = other.path("/sources/order/stepCount")
            #expect(try await person.app.put(foreign, [:]).summary == "403 forbidden")
        }
    }

    @Test("A phone and a watch are two sources even under one app")
    func identity() async throws {
        try await withService { api in
            let person = try await api.person()
            let device: JSONTree = [
                "device": ["name": "Watch", "softwareVersion": "10", "firmwareVersion": "1"]
            ]
            let newer: JSONTree = ["device": ["name": "Watch", "softwareVersion": "11"]]
            _ = try await person.app.push(
                steps("08:00", "08:10", 1, from: "a", product: "iPhone15,2"),
                steps("08:10", "08:20", 1, from: "a", product: "Watch6,7"),
                steps("08:20", "08:30", 1, from: "a", product: "Watch6,7").with(device),
                steps("08:30", "08:40", 1, from: "a", product: "Watch6,7").with(newer)
            )
            let sources = try await person.app.get("/v1/users/me/sources")["sources"].elements
            #expect(sources.count == 3)
            #expect(sources.filter { $0["device"] == ["name": "Watch"] }.count == 1)
        }
    }
}
