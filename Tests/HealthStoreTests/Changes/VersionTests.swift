import HealthModel
import HealthStore
import TestSupport
import Testing

/// Identity and versions: what a sample is to those that are there.
@Suite("Versions", .offPool)
struct VersionTests {
    /// What two samples come to, in batches of their own and in one.
    private func expect(
        _ first: TestSample,
        _ second: TestSample,
        _ outcome: SaveOutcome,
        live: [String],
        deleted: [String] = [],
        position: Int64
    ) async throws {
        try await withStore { fixture in
            let apart = try await fixture.makeUser()
            try await fixture.save([first], user: apart)
            #expect(try await fixture.save([second], user: apart) == [outcome])
            let together = try await fixture.makeUser()
            let outcomes = try await fixture.save([first, second], user: together)
            #expect(outcomes == [.stored, outcome])
            for user in [apart, together] {
                let state = try await fixture.state(of: user)
                #expect(state.live == live && state.deleted == deleted, "\(state)")
                #expect(try await fixture.lastPosition(of: user) == position)
                #expect(try await fixture.changePositions(of: user).last == position)
            }
        }
    }

    @Test("A higher version under another uuid replaces: a deletion and an addition")
    func higher() async throws {
        try await expect(
            TestSample(1, value: 10).version(1),
            TestSample(2, value: 20).version(2),
            .replaced,
            live: ["2:20"],
            deleted: ["1"],
            position: 3
        )
    }

    @Test("A higher version under the same uuid replaces, whatever changed")
    func higherSameIdentifier() async throws {
        try await expect(
            TestSample(1, value: 10, source: .phone).version(1),
            TestSample(1, at: 3000, value: 20, source: .watch).version(1.5),
            .replaced,
            live: ["1:20"],
            deleted: ["1"],
            position: 3
        )
    }

    @Test("An equal version is a duplicate, whatever it says", arguments: [UInt64(1), 2])
    func equal(id: UInt64) async throws {
        try await expect(
            TestSample(1, value: 10).version(3),
            TestSample(id, value: 20).version(3),
            .duplicate,
            live: ["1:10"],
            position: 1
        )
    }

    @Test("A lower version is ignored", arguments: [UInt64(1), 2])
    func lower(id: UInt64) async throws {
        try await expect(
            TestSample(1, value: 10).version(3),
            TestSample(id, value: 20).version(2),
            .ignored,
            live: ["1:10"],
            position: 1
        )
    }

    @Test("A known uuid under another sync identifier is a conflict, at any version")
    func otherPair() async throws {
        try await expect(
            TestSample(1, value: 10).version(1, of: "a"),
            TestSample(1, value: 20).version(9, of: "b"),
            .uuidConflict,
            live: ["1:10"],
            position: 1
        )
    }

    @Test("A known uuid without a sync identifier is a conflict, at any version")
    func noPair() async throws {
        try await expect(
            TestSample(1, value: 10),
            TestSample(1, value: 20).version(9),
            .uuidConflict,
            live: ["1:10"],
            position: 1
        )
    }

    @Test("A sync identifier means one sample of each type")
    func otherType() async throws {
        try await expect(
            TestSample(1, value: 10).version(1),
            TestSample(2, value: 20, type: .food).version(2),
            .stored,
            live: ["1:10", "2:20"],
            position: 2
        )
        try await expect(
            TestSample(1, value: 10).version(1),
            TestSample(1, value: 20, type: .food).version(2),
            .uuidConflict,
            live: ["1:10"],
            position: 1
        )
    }

    @Test("A new version whose uuid another sample has is a conflict")
    func takenIdentifier() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1).version(1), TestSample(2)], user: user)
            let taken = TestSample(2, value: 7).version(2)
            #expect(try await fixture.save([taken], user: user) == [.uuidConflict])
            #expect(try await fixture.state(of: user).live == ["1:100", "2:100"])
        }
    }

    @Test("A late repetition of a replaced version is ignored, not deleted")
    func lateRepetition() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let (old, new) = (TestSample(1).version(1), TestSample(2).version(2))
            try await fixture.save([old, new], user: user)
            #expect(try await fixture.save([old], user: user) == [.ignored])
            // With the version gone, too, its uuid is just one that was deleted.
            #expect(try await fixture.delete([new], user: user) == [.deleted])
            #expect(try await fixture.save([old, new], user: user) == [.deleted, .deleted])
        }
    }

    @Test("A replaced uuid comes back above what replaced it")
    func backAgain() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for (id, version) in [(1, 1.0), (2, 2), (1, 3)] as [(UInt64, Double)] {
                try await fixture.save(
                    [TestSample(id, value: version).version(version)],
                    user: user
                )
            }
            #expect(try await fixture.state(of: user).live == ["1:3"])
        }
    }

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
