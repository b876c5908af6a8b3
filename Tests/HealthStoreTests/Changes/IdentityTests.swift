import HealthModel
import HealthStore
import TestSupport
import Testing

/// What identity means beside versions: deleted identifiers, other clients, content, and what
/// follows from a replacement.
@Suite("Identity", .offPool)
struct IdentityTests {
    @Test("A deleted uuid stays deleted, with the same content and with other")
    func deleted() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let sample = TestSample(1)
            try await fixture.save([sample], user: user)
            _ = try await fixture.delete([sample], user: user)
            let again = [sample, sample.with { $0.value = 7 }, sample.version(4)]
            #expect(
                try await fixture.save(again, user: user) == [.deleted, .deleted, .deleted]
            )
            #expect(try await fixture.lastPosition(of: user) == 2)
        }
    }

    @Test("A client's versions replace nothing of another client")
    func otherClient() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let one = try await fixture.makeClient("com.example.one")
            let other = try await fixture.makeClient("com.example.other")
            try await fixture.save([TestSample(1).version(1)], user: user, client: one)
            let higher = TestSample(2, value: 7).version(2)
            #expect(try await fixture.save([higher], user: user, client: other) == [.stored])
            let same = TestSample(1, value: 7).version(5)
            #expect(
                try await fixture.save([same], user: user, client: other) == [.uuidConflict]
            )
            #expect(
                try await fixture.save([TestSample(1).version(1)], user: user, client: other)
                    == [.duplicate]
            )
            #expect(try await fixture.state(of: user).live == ["1:100", "2:7"])
        }
    }

    @Test("Details are content: compared by meaning, against what is stored and in one batch")
    func details() async throws {
        let first = TestSample(1, metadata: #"{"m":1}"#).with { sample in
            sample.kind = WorkoutType.id
            sample.details = #"{"a":1,"b":[2]}"#
        }
        let changes: [(String, SaveOutcome, TestSample)] = [
            ("spelling", .duplicate, first.with { $0.details = #"{ "b":[2.0], "a":1 }"# }),
            ("details", .uuidConflict, first.with { $0.details = #"{"a":1,"b":[3]}"# }),
            ("no details", .uuidConflict, first.with { $0.details = nil }),
            ("metadata", .uuidConflict, first.with { $0.metadata = #"{"m":2}"# }),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([first], user: user)
            for (name, expected, sample) in changes {
                #expect(try await fixture.save([sample], user: user) == [expected], "\(name)")
                let other = try await fixture.makeUser()
                let within = try await fixture.save([first, sample, first], user: other)
                #expect(within == [.stored, expected, .duplicate], "\(name), in one batch")
            }
        }
    }

    @Test("After a replacement in the same batch, content is compared with the new version")
    func repeatedAfterReplacement() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let old = TestSample(1, metadata: #"{"v":1}"#).version(1)
            let new = TestSample(1, metadata: #"{"v":2}"#).version(2)
            try await fixture.save([old], user: user)
            let outcomes = try await fixture.save([new, new, old], user: user)
            #expect(outcomes == [.replaced, .duplicate, .ignored])
            #expect(try await fixture.lastPosition(of: user) == 3)
        }
    }

    @Test("A later time of recording moves with its version only")
    func recorded() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let edges = [TestTime.start, TestTime.start + TestTime.day]
            let now = TestTime.start + TestTime.day
            let old = TestSample(1, lasting: 60, value: 10, created: now + 5).version(1)
            let new = TestSample(1, lasting: 60, value: 20, created: now + 1).version(2)
            let rival = TestSample(2, lasting: 60, value: 1000, created: now + 3)
            try await fixture.save([old, rival, new, old], user: user)
            #expect(try await fixture.sums(user: user, edges: edges) == [1000])
            let later = new.with { $0.created = now + 4 }
            #expect(try await fixture.save([later], user: user) == [.duplicate])
            #expect(try await fixture.sums(user: user, edges: edges) == [20])
        }
    }

    @Test("An atomic batch with a deleted uuid changes nothing, replacements included")
    func atomic() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1).version(1), TestSample(3)], user: user)
            _ = try await fixture.delete([TestSample(3)], user: user)
            let tables = try await fixture.tablesOfUsers()
            let before = try await fixture.rows(of: tables, user)
            let batch = [
                TestSample(2).version(2), TestSample(4), TestSample(3), TestSample(1).version(0),
            ]
            let outcomes = try await fixture.save(batch, user: user, isAtomic: true)
            #expect(outcomes == [.notStored, .notStored, .deleted, .ignored])
            #expect(try await fixture.rows(of: tables, user) == before)
        }
    }

    @Test("Totals follow a replacement on the old day and on the new one")
    func totals() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let days = (0..<4).map { TestTime.start + Int64($0) * TestTime.day }
            try await fixture.save([TestSample(1, value: 10).version(1)], user: user)
            #expect(try await fixture.sums(user: user, edges: days) == [10, nil, nil])
            let moved = TestSample(2, at: 3000, value: 20, source: .watch).version(2)
            #expect(try await fixture.save([moved], user: user) == [.replaced])
            #expect(try await fixture.sums(user: user, edges: days) == [nil, nil, 20])
            let state = try await fixture.state(of: user)
            #expect(state.counts == ["\(QuantityType.steps.id) com.apple.health Watch6,7 0 1"])
        }
    }
}
