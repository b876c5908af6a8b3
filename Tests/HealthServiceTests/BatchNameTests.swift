import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Batches that have a name and come again.
@Suite("Repeated batches", .offPool)
struct BatchNameTests {
    private static let path = "/v1/users/me/samples"
    private static let body: JSONTree = [
        "batch": "b1",
        "samples": [steps("08:00", "08:10", 100), steps("09:00", "08:00", 1)],
    ]

    @Test("A batch that comes again is answered as it was the first time")
    func sameAnswer() async throws {
        try await withService { api in
            let person = try await api.person()
            let first = try await person.app.post(Self.path, Self.body)
            #expect(first.counts == "1/0/1")
            // What is stored meanwhile, and what may be shared by now, changes nothing about it.
            #expect(try await person.app.push(steps("10:00", "10:10", 1)).counts == "1/0/0")
            let grants: JSONTree = ["share": [], "read": ["*"]]
            _ = try await api.admin.put(person.path("/grants/\(person.client)"), grants)
            let second = try await person.app.post(Self.path, Self.body)
            #expect(second.status == 200 && second["anchor"].string != nil)
            #expect(second.json.without("anchor") == first.json.without("anchor"))
        }
    }

    @Test("Another body under the same name is a conflict, and nothing of it is stored")
    func conflict() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.post(Self.path, Self.body)
            let other: JSONTree = ["batch": "b1", "samples": [steps("11:00", "11:10", 1)]]
            let answer = try await person.app.post(Self.path, other)
            #expect(answer.summary == "409 batchConflict" && answer["field"] == "batch")
            #expect(try await person.listed == 1)
        }
    }

    @Test("Another client may use the same name for another body")
    func otherClient() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.join(user: person.id)
            #expect(try await person.app.post(Self.path, Self.body).counts == "1/0/1")
            let theirs: JSONTree = ["batch": "b1", "samples": [steps("11:00", "11:10", 1)]]
            #expect(try await other.app.post(Self.path, theirs).counts == "1/0/0")
        }
    }

    @Test("What was refused as a whole may be sent again, under the same name, once it is right")
    func refused() async throws {
        try await withService { api in
            let person = try await api.person()
            let broken = try await person.app.push(raw: #"{"batch":"b1","samples":1}"#)
            #expect(broken.summary == "400 invalidRequest")
            let atomic: JSONTree = ["atomic": true]
            #expect(try await person.app.post(Self.path, Self.body.with(atomic)).counts == "0/0/2")
            #expect(try await person.app.post(Self.path, Self.body).counts == "1/0/1")
            // An atomic batch that was stored is known, whatever its samples would be now.
            let good: JSONTree = [
                "batch": "b2", "atomic": true, "samples": [steps("08:00", "08:10", 2)],
            ]
            #expect(try await person.app.post(Self.path, good).counts == "1/0/0")
            let grants: JSONTree = ["share": [], "read": ["*"]]
            _ = try await api.admin.put(person.path("/grants/\(person.client)"), grants)
            #expect(try await person.app.post(Self.path, good).counts == "1/0/0")
        }
    }

    @Test("A name is known for the time that is set, and then forgotten")
    func retention() async throws {
        var settings = TestAPISettings()
        #expect(settings.limits.batchRetentionInSeconds >= 24 * 3600)
        settings.limits.batchRetentionInSeconds = 24 * 3600
        try await withService(settings) { api in
            let person = try await api.person()
            func count() async throws -> Int64 {
                try api.database.connect().run(batchCount).int8(0, 0)
            }
            _ = try await person.app.post(Self.path, Self.body)
            api.clock.advance(bySeconds: 24 * 3600)
            _ = try await person.app.post(Self.path, ["batch": "b2", "samples": []])
            #expect(try await count() == 2)
            #expect(try await person.app.post(Self.path, Self.body).counts == "1/0/1")
            api.clock.advance(bySeconds: 1)
            _ = try await person.app.post(Self.path, ["batch": "b3", "samples": []])
            #expect(try await count() == 2)
            #expect(try await person.app.post(Self.path, Self.body).counts == "0/1/1")
        }
    }

    @Test("Eight clients with the same lines at once: one stores, seven find duplicates")
    func eightAtOnce() async throws {
        try await withService(Self.manyConnections) { api in
            let person = try await api.person()
            let body = Line.body(2_000)
            let answers = try await Self.atOnce(8) { _ in
                try await person.app.push(raw: body, contentType: Line.type)
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(
                answers.map(\.counts).sorted()
                    == Array(repeating: "0/2000/0", count: 7) + ["2000/0/0"]
            )
        }
    }

    @Test("Eight with the same name at once, in one part or in many: all are answered alike")
    func eightOfOneName() async throws {
        var settings = Self.manyConnections
        settings.limits.samplesPerBatch = 500
        try await withService(settings) { api in
            let person = try await api.person()
            let document = try await Self.atOnce(8) { _ in
                try await person.app.post(Self.path, Self.body)
            }
            #expect(Self.areEqual(document))
            #expect(document.first?.counts == "1/0/1")
            let body = Line.body(2_000)
            let lines = try await Self.atOnce(8) { _ in
                try await person.app.push(lines: body, batch: "b2")
            }
            #expect(lines.allSatisfy { $0.status == 200 })
            // Whoever ends first has stored some parts and met others.
            #expect(Self.areEqual(lines))
            #expect(try await person.listed == 2_001)
        }
    }

    private static var manyConnections: TestAPISettings {
        var settings = TestAPISettings()
        settings.connections = 8
        settings.poolSize = 4
        return settings
    }

    /// Whether all answers are the same but for their anchors, which are sealed anew.
    private static func areEqual(_ answers: [Answer]) -> Bool {
        let answers = answers.map { $0.json.without("anchor") }
        return answers.allSatisfy { $0 == answers[0] }
    }

    private static func atOnce(
        _ count: Int,
        _ send: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<count { group.addTask { try await send(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

private let batchCount = Statement("test_batch_count", "SELECT count(*) FROM batches")
