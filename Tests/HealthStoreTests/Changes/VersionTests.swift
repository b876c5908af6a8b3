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
}
