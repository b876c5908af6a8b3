import HealthModel
import HealthStore
import TestSupport
import Testing

/// Replacing and deleting the same things at the same time.
@Suite("Changing at the same time", .offPool)
struct ChangeConcurrencyTests {
    @Test("Eight writers that replace and delete the same samples leave exact totals, no gap")
    func eightWriters() async throws {
        var seeds = SeededGenerator()
        print("seed \(seeds.seed)")
        let plans = (0..<8).map { _ in Plan(SeededGenerator(seed: seeds.next())) }
        try await withStore(poolSize: 8) { fixture in
            let user = try await fixture.makeUser()
            let changes = try await withThrowingTaskGroup(of: Int64.self) { group in
                for plan in plans {
                    group.addTask { try await fixture.carryOut(plan, user: user) }
                }
                return try await group.reduce(0, +)
            }
            #expect(try await fixture.lastPosition(of: user) == changes)
            let positions = try await fixture.changePositions(of: user)
            #expect(Set(positions).count == positions.count)
            #expect(positions.allSatisfy { (1...changes).contains($0) })
            let state = try await fixture.state(of: user)
            #expect(state.live.count > 3 && state.deleted.count > 3)
            #expect(!state.counts.joined().contains("kept"), "\(state.counts)")
            try await fixture.compareTotals(of: user)
        }
    }

    @Test("Of eight writers with a version each the highest is live, whoever came first")
    func eightVersions() async throws {
        try await withStore(poolSize: 8) { fixture in
            for round in 0..<10 {
                let user = try await fixture.makeUser()
                try await withThrowingTaskGroup { group in
                    for version in (1...8).shuffled() {
                        group.addTask {
                            let sample = TestSample(UInt64(version), value: Double(version))
                                .version(Double(version))
                            try await fixture.save([sample], user: user)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await fixture.state(of: user).live == ["8:8"], "round \(round)")
            }
        }
    }
}

/// What one writer does: batches of versions, and deletions between them.
private struct Plan: Sendable {
    enum Step: Sendable {
        case save([TestSample])
        case delete([TestSample])
    }

    var steps: [Step] = []

    /// Draws versions of a few sync identifiers under a few uuids, and samples without any.
    init(_ generator: SeededGenerator) {
        var generator = generator
        for _ in 0..<25 {
            let samples = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                Self.sample(using: &generator)
            }
            let isDeletion = Int.random(in: 0..<3, using: &generator) == 0
            steps.append(isDeletion ? .delete(samples) : .save(samples))
        }
    }

    private static func sample(using generator: inout SeededGenerator) -> TestSample {
        let key = Int.random(in: 0..<12, using: &generator)
        let version = Int.random(in: 1...9, using: &generator)
        let isPlain = key > 8
        // Fresh uuids now and then, since a deleted one never comes back.
        let number =
            UInt64(key * 10 + version)
            + UInt64.random(in: 0..<6, using: &generator) * 10_000
        let sample = TestSample(
            number,
            at: Int64(key * 200 + version),
            lasting: 120,
            value: Double(number),
            created: TestTime.start + Int64(number),
            source: version.isMultiple(of: 2) ? .phone : .watch
        )
        return isPlain ? sample : sample.version(Double(version), of: "key\(key)")
    }
}

extension StoreFixture {
    /// Does what a plan says; answers how many changes were accepted.
    fileprivate func carryOut(_ plan: Plan, user: UserID) async throws -> Int64 {
        var changes: Int64 = 0
        for step in plan.steps {
            switch step {
            case .save(let samples):
                for outcome in try await save(samples, user: user) {
                    changes += outcome == .stored ? 1 : outcome == .replaced ? 2 : 0
                    #expect(outcome != .uuidConflict)
                }
            case .delete(let samples):
                let outcomes = try await delete(samples, user: user)
                changes += Int64(outcomes.count { $0 == .deleted })
            }
        }
        return changes
    }

    /// Compares kept totals with what the oracle makes of the samples that are live.
    fileprivate func compareTotals(of user: UserID) async throws {
        let live = try await store.samples(.all(of: user)).map { stored in
            TestSample(0).with { sample in
                sample.id = stored.id
                sample.start = stored.start.instant.microseconds
                sample.end = stored.end.instant.microseconds
                sample.value = stored.value
                sample.created = stored.created?.microseconds
                sample.source = stored.origin.source.productType == "Watch6,7" ? .watch : .phone
            }
        }
        let edges = (0...96).map { TestTime.start + Int64($0) * TestTime.hour }
        let sums = try await sums(user: user, edges: edges)
        let truth = Oracle(live, TestOrder(), behavior: .rate).sums(edges)
        #expect(agree(sums, truth))
    }
}
