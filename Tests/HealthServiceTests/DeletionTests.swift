import HTTPClient
import HealthStore
import Postgres
import TestSupport
import Testing

/// `POST /v1/users/{user}/deletions`.
@Suite("Deletions", .offPool)
struct DeletionTests {
    private static let ids = (1...9).map { "6f1c0f6e-1b1a-4d2c-9b1e-00000000000\($0)" }

    /// A sample of steps under the identifier of a number, a minute long.
    private static func sample(_ number: Int) -> JSONTree {
        steps("08:0\(number)", "08:0\(number + 1)", 10).with(["uuid": .string(ids[number])])
    }

    private static func uuids(_ numbers: Int...) -> JSONTree {
        ["uuids": .array(numbers.map { .string(ids[$0]) })]
    }

    @Test("By uuid: each is judged by itself, and totals follow")
    func byIdentifier() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.sample(0), Self.sample(1), Self.sample(2))
            var body = Self.uuids(0, 7, 0)
            body["uuids"] = .array(body["uuids"].elements + ["nonsense", .string(Self.ids[1])])
            let answer = try await person.app.delete(body)
            #expect(answer.deletions == "2/1/2" && answer["more"] == false)
            #expect(
                answer.outcomes == [
                    "1 rejected sampleNotFound", "2 duplicate", "3 rejected invalidField uuids",
                ]
            )
            #expect(answer["outcomes"][0]["uuid"].string == Self.ids[7])
            let path = "/v1/users/me/statistics/stepCount"
            let sum = try await person.app.send("GET", path, query: wholeDay)
            #expect(sum["sum"] == 10)
            let again = try await person.app.push(Self.sample(0))
            #expect(again.outcomes == ["0 rejected deleted uuid"])
        }
    }

    @Test("By range: what lies in it goes, with strict ends as in a query")
    func byRange() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.sample(0), Self.sample(1), Self.sample(2))
            var body: JSONTree = [
                "type": "stepCount", "start": .string(moment("08:00:30")),
                "end": .string(moment("08:02")), "strict": ["start"],
            ]
            #expect(try await person.app.delete(body).deletions == "1/0/0")
            body["strict"] = nil
            #expect(try await person.app.delete(body).deletions == "1/0/0")
            #expect(try await person.app.delete(body).deletions == "0/0/0")
        }
    }

    @Test("A filter that deletions do not have is refused, and nothing goes")
    func unknownMember() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.sample(0))
            let body: JSONTree = [
                "type": "stepCount", "start": .string(moment("08:00")),
                "end": .string(moment("09:00")), "userEntered": "only",
            ]
            let answer = try await person.app.delete(body)
            #expect(answer["code"] == "invalidRequest" && answer["field"] == "userEntered")
            let empty = body.without("userEntered").with(["end": .string(moment("08:00"))])
            let refused = try await person.app.delete(empty)
            #expect(refused["code"] == "invalidRange" && refused["field"] == "end")
            #expect(try await person.app.delete(Self.uuids(0)).deletions == "1/0/0")
        }
    }

    @Test("By sync identifier: what is not there is not found, under its name")
    func bySyncIdentifier() async throws {
        try await withService { api in
            let person = try await api.person()
            let answer = try await person.app.delete(
                ["type": "stepCount", "syncIdentifiers": ["a", "b"]]
            )
            #expect(answer.deletions == "0/0/2")
            #expect(answer["outcomes"][1]["syncIdentifier"] == "b")
            #expect(answer["outcomes"][1]["code"] == "sampleNotFound")
        }
    }

    @Test("By sync identifier: the live version goes, and no version comes back under its uuid")
    func versions() async throws {
        func version(_ number: Int) -> JSONTree {
            Self.sample(number).with([
                "metadata": [
                    "HKMetadataKeySyncIdentifier": "walk",
                    "HKMetadataKeySyncVersion": .number(Double(number)),
                ]
            ])
        }
        try await withService { api in
            let person = try await api.person()
            let pushed = try await person.app.push(version(1), version(3), version(2))
            #expect(pushed.outcomes == ["1 replaced", "2 ignored"])
            let body: JSONTree = ["type": "stepCount", "syncIdentifiers": ["walk", "walk"]]
            let answer = try await person.app.delete(body)
            #expect(answer.deletions == "1/1/0" && answer.outcomes == ["1 duplicate"])
            let again = try await person.app.push(version(3), version(1))
            #expect(again.outcomes == ["0 rejected deleted uuid", "1 rejected deleted uuid"])
        }
    }

    @Test(
        "A correlation goes by what it holds, and takes it along if asked",
        arguments: [true, false]
    )
    func correlations(contained: Bool) async throws {
        try await withService { api in
            let person = try await api.person()
            let id: JSONTree = ["uuid": .string(Self.ids[0])]
            _ = try await person.app.push(bloodPressure("08:00", 120, 80).with(id))
            let blind = try await api.join(user: person.id, read: [])
            #expect(
                try await blind.app.delete(Self.uuids(0)).outcomes
                    == ["0 rejected sampleNotFound"]
            )
            let body = Self.uuids(0).with(["contained": .boolean(contained)])
            let answer = try await person.app.delete(body)
            #expect(answer.deletions == (contained ? "3/0/0" : "1/0/0"))
            let path = "/v1/users/me/samples"
            let left = try await person.app.get(path, ("type", "bloodPressureSystolic"))
            #expect(left["samples"].elements.count == (contained ? 0 : 1))
            #expect(left["samples"][0]["correlation"] == .null)
        }
    }

    @Test("A client without read is told the same of others' samples, of deleted ones and of none")
    func invisible() async throws {
        try await withService { api in
            let owner = try await api.person()
            _ = try await owner.app.push(Self.sample(0), Self.sample(1))
            #expect(try await owner.app.delete(Self.uuids(1)).deletions == "1/0/0")
            let blind = try await api.join(user: owner.id, read: [])
            let answers = [
                try await blind.app.delete(Self.uuids(0)),
                try await blind.app.delete(Self.uuids(1)),
                try await blind.app.delete(Self.uuids(7)),
            ]
            for answer in answers {
                #expect(answer.status == 200 && answer.deletions == "0/0/1")
                #expect(
                    answer["outcomes"][0].without("uuid") == [
                        "index": 0, "outcome": "rejected", "code": "sampleNotFound",
                        "detail": "There is no such sample.",
                    ]
                )
                #expect(answer.body.count == answers[0].body.count)
            }
            let range: JSONTree = [
                "type": "stepCount", "start": .string(moment("00:00")),
                "end": .string(moment("23:00")),
            ]
            #expect(try await blind.app.delete(range).deletions == "0/0/0")
            let reader = try await api.join(user: owner.id, share: [], read: ["stepCount"])
            #expect(
                try await reader.app.delete(Self.uuids(0, 7)).outcomes
                    == ["0 rejected notOwner", "1 rejected sampleNotFound"]
            )
            #expect(
                try await api.admin.post(owner.path("/deletions"), Self.uuids(0)).deletions
                    == "1/0/0"
            )
        }
    }

    @Test("Without the right to share, a client deletes nothing of the type")
    func shares() async throws {
        let range: JSONTree = [
            "type": "stepCount", "start": .string(moment("00:00")), "end": .string(moment("23:00")),
        ]
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.sample(0))
            let grants: JSONTree = ["share": ["heartRate"], "read": ["*"]]
            let path = person.path("/grants/\(person.client)")
            _ = try await api.admin.put(path, grants)
            let answer = try await person.app.delete(Self.uuids(0))
            #expect(answer.outcomes == ["0 rejected sharingDenied"])
            #expect(try await person.app.delete(range).summary == "403 sharingDenied")
            let named: JSONTree = ["type": "stepCount", "syncIdentifiers": ["a"]]
            #expect(try await person.app.delete(named).summary == "403 sharingDenied")
            let undecided = try await api.join(user: person.id, share: nil)
            #expect(
                try await undecided.app.delete(range).summary == "403 authorizationNotDetermined"
            )
        }
    }

    /// What is refused as a whole.
    private static let refused: [(JSONTree, String)] = [
        ([:], "400 invalidRequest"), (["uuids": "x"], "400 invalidRequest"),
        (["uuids": [7]], "400 invalidRequest"), (["type": "stepCount"], "400 invalidRequest"),
        (["uuids": [], "type": "stepCount"], "400 invalidRequest"),
        (["syncIdentifiers": ["a"]], "400 invalidRequest"),
        (
            ["type": "stepCount", "syncIdentifiers": ["a"], "start": "2026-11-29T00:00:00Z"],
            "400 invalidRequest"
        ),
        (["type": "stepCount", "start": "2026-11-29T00:00:00Z"], "400 invalidRequest"),
        (["type": "stepCount", "start": "yesterday", "end": "today"], "400 invalidRequest"),
        (["type": "moodRing", "syncIdentifiers": []], "400 unknownType"),
        (["uuids": [], "contained": "yes"], "400 invalidRequest"),
        (
            [
                "type": "stepCount", "start": "2026-11-29T00:00:00Z",
                "end": "2026-11-28T00:00:00Z",
            ], "400 invalidRange"
        ),
        (
            [
                "type": "stepCount", "start": "2026-11-28T00:00:00Z",
                "end": "2026-11-29T00:00:00Z", "strict": ["both"],
            ], "400 invalidRequest"
        ),
        (
            ["uuids": .array(Array(repeating: .string(ids[0]), count: 10_001))],
            "413 batchTooLarge"
        ),
        (
            ["contained": true, "uuids": .array(Array(repeating: .string(ids[0]), count: 1001))],
            "413 batchTooLarge"
        ),
    ]

    @Test("A body that does not say what to delete, or says too much, is refused as a whole")
    func refusals() async throws {
        try await withService { api in
            let person = try await api.person()
            for (number, (body, summary)) in Self.refused.enumerated() {
                #expect(try await person.app.delete(body).summary == summary, "body \(number)")
            }
            let whole: JSONTree = [
                "uuids": .array(Array(repeating: .string(Self.ids[0]), count: 10_000))
            ]
            #expect(try await person.app.delete(whole).deletions == "0/0/10000")
            #expect(try await person.app.delete(["uuids": []]).deletions == "0/0/0")
        }
    }

    @Test("Every deletion is in the audit log, without a value")
    func audited() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.sample(0))
            _ = try await person.app.delete(Self.uuids(0))
            let events = try api.database.connect().run(auditOfDeletions).textColumn(0)
            #expect(
                events == ["client:\(person.client) 1 HKQuantityTypeIdentifierStepCount"]
            )
        }
    }
}

extension Caller {
    /// Deletes what a body names, for the token's own user.
    fileprivate func delete(_ body: JSONTree) async throws -> Answer {
        try await post("/v1/users/me/deletions", body)
    }
}

extension Answer {
    /// The counts of a deletion as `deleted/duplicate/rejected`.
    fileprivate var deletions: String {
        ["deleted", "duplicate", "rejected"]
            .map { json[$0].number.map { String(Int($0)) } ?? "?" }.joined(separator: "/")
    }
}

private let auditOfDeletions = Statement(
    "test_audit_of_deletions",
    "SELECT actor || ' ' || subject FROM audit_events WHERE action = 'samples.delete' ORDER BY at"
)
