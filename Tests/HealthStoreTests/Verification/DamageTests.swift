import HealthModel
import Postgres
import TestSupport
import Testing

@testable import HealthStore

/// What is done to the database, and what must be found; `USER` is the damaged user's number and
/// `MINE` selects that user's rows.
struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sql: String
    let kinds: Set<VerificationFinding.Kind>

    init(_ description: String, _ sql: String, _ kinds: Set<VerificationFinding.Kind>) {
        testDescription = description
        self.sql = sql
        self.kinds = kinds
    }
}

/// Every kind of damage: done by hand, found, and repaired where that can be.
@Suite("Verification of damage", .offPool)
struct DamageTests {
    private static let repairs = [
        Damage(
            "a sum is off by its last bit",
            "UPDATE day_totals SET sums[1] = 100.00000000000001 WHERE sums[1] = 100 AND MINE",
            [.keptSumDiffers]
        ),
        Damage(
            "a sum is gone",
            "UPDATE day_totals SET sums[1] = NULL WHERE sums[1] = 100 AND MINE",
            [.keptSumMissing]
        ),
        Damage(
            "a day is gone",
            "DELETE FROM day_totals WHERE type_id = STEPS AND MINE",
            [.keptSumMissing]
        ),
        Damage(
            "a sum is there for nothing, beside others and before all samples",
            """
            UPDATE day_totals SET sums[2] = 0 WHERE sums[1] = 100 AND MINE;
            INSERT INTO day_totals (user_id, type_id, day, sums)
            VALUES (USER, STEPS, 1000, array_fill(NULL::float8, ARRAY[95]) || 7::float8);
            """,
            [.keptSumWithoutData]
        ),
        Damage(
            "the sum of an hour is off by its last bit",
            """
            UPDATE hour_totals
            SET sums = set_byte(sums, position('\\x4059000000000000'::bytea IN sums) + 6, 1)
            WHERE position('\\x4059000000000000'::bytea IN sums) > 0 AND MINE
            """,
            [.keptSumDiffers]
        ),
        Damage(
            "the sum of an hour is gone",
            """
            UPDATE hour_totals
            SET sums = overlay(
                sums PLACING '\\x7ff8000000000000'::bytea
                FROM position('\\x4059000000000000'::bytea IN sums)
            )
            WHERE position('\\x4059000000000000'::bytea IN sums) > 0 AND MINE
            """,
            [.keptSumMissing]
        ),
        Damage("the hours are gone", "DELETE FROM hour_totals WHERE MINE", [.keptSumMissing]),
        Damage(
            "hours are there for nothing, before all samples and of a type without any",
            """
            INSERT INTO hour_totals (user_id, type_id, block, sums)
            VALUES
                (USER, STEPS, 100, decode(repeat('4059000000000000', 192), 'hex')),
                (USER, DISTANCE, -7, decode(repeat('4059000000000000', 192), 'hex'));
            """,
            [.keptSumWithoutData]
        ),
        Damage(
            "a sample has changed behind its total",
            "UPDATE samples SET value = value + 1 WHERE type_id = STEPS AND MINE",
            [.keptSumDiffers]
        ),
        Damage(
            "a long sample reaches over days that nobody marked",
            """
            UPDATE samples SET end_us = start_us + 100 * 86400000000, value = 100 * 1440
            WHERE type_id = FOOD AND MINE
            """,
            [.keptSumDiffers, .keptSumMissing]
        ),
        Damage(
            "another order was set and marked nothing",
            "INSERT INTO source_orders (user_id, type_id, ranked, disabled) VALUES"
                + " (USER, STEPS, '{}', (SELECT array_agg(id) FROM sources WHERE MINE))",
            [.keptSumWithoutData]
        ),
        Damage(
            "another number of samples is noted",
            "UPDATE source_types SET sample_count = sample_count + 1"
                + " WHERE type_id = HEART AND MINE",
            [.sampleCountDiffers]
        ),
        Damage(
            "a source is noted that saved nothing",
            "INSERT INTO source_types (user_id, type_id, source_id, client_id, sample_count)"
                + " VALUES (USER, HEART, 99, 3, 2)",
            [.sampleCountDiffers]
        ),
        Damage(
            "a source is noted with no sample at all, which shows it",
            "INSERT INTO source_types (user_id, type_id, source_id, client_id)"
                + " VALUES (USER, HEART, 99, 3)",
            [.sampleCountDiffers]
        ),
        Damage(
            "it is not noted who saved",
            "DELETE FROM source_types WHERE MINE",
            [.sampleCountDiffers]
        ),
    ]

    private static let losses = [
        Damage(
            "a source is gone",
            "DELETE FROM sources WHERE MINE",
            [.sourceMissing, .keptSumWithoutData]
        ),
        Damage(
            "the versions are gone",
            "DELETE FROM source_revisions WHERE MINE",
            [.revisionMissing]
        ),
        Damage(
            "a version is another source's",
            "UPDATE source_revisions SET source_id = source_id + 1 WHERE MINE",
            [.revisionOfOtherSource]
        ),
        Damage(
            "a correlation is gone",
            "UPDATE samples SET container = '6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f' WHERE MINE",
            [.containerMissing]
        ),
        Damage(
            "the stream went back",
            "UPDATE user_streams SET last_position = 3 WHERE MINE",
            [.positionBeyondEnd]
        ),
        Damage(
            "a place was given twice",
            "UPDATE samples SET position = 1 WHERE position = 2 AND MINE",
            [.positionRepeated]
        ),
        Damage(
            "a deletion has the place of a sample",
            "INSERT INTO deletions (user_id, uuid, position, type_id, client_id) VALUES"
                + " (USER, '6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f', 2, STEPS, 0)",
            [.positionRepeated]
        ),
        Damage("the stream is gone", "DELETE FROM user_streams WHERE MINE", [.streamMissing]),
        Damage("the user is gone", "DELETE FROM users WHERE id = USER", [.userMissing]),
    ]

    /// Two users alike with something of every sort, all settled; the first is to be damaged.
    private func users(_ fixture: StoreFixture) async throws -> [UserID] {
        var users = try await [fixture.makeUser(), fixture.makeUser()]
        users.sort { $0.number < $1.number }
        for user in users {
            let named = SourceReference.named("com.example.named", product: nil, name: "Name")
            try await fixture.save(
                [
                    TestSample(1), TestSample(2, at: 1440, value: 7, source: .watch),
                    TestSample(3, at: 2 * 1440, lasting: 300, type: .food, source: named),
                    TestSample(4, type: .heartRate), TestSample(5, at: 5, type: .heartRate),
                ],
                user: user
            )
            let range = [TestTime.start, TestTime.start + 10 * TestTime.day]
            for type in [QuantityType.steps, .food] {
                _ = try await fixture.sums(user: user, edges: range, type: type)
            }
        }
        return users
    }

    private func damage(_ fixture: StoreFixture, _ user: UserID, _ damage: Damage) throws {
        let distance = try #require(Catalogue.quantityType("distanceWalkingRunning"))
        let types = [QuantityType.steps, .food, .heartRate, distance].map { "\($0.id)" }
        let sql = zip(["STEPS", "FOOD", "HEART", "DISTANCE"], types).reduce(damage.sql) {
            $0.replacing($1.0, with: $1.1)
        }
        try fixture.database.connect().script(
            sql.replacing("MINE", with: "user_id = USER")
                .replacing("USER", with: "\(user.number)")
        )
    }

    @Test("What nobody damaged is clean, and so is an empty database")
    func clean() async throws {
        try await withStore { fixture in
            #expect(try await fixture.verify().summary == VerificationSummary())
            let users = try await users(fixture)
            let verdict = try await fixture.verify()
            #expect(verdict.findings == [] && verdict.summary.isClean)
            #expect(verdict.summary.users == 2 && verdict.summary.types == 6)
            #expect(verdict.summary.samples == 10 && verdict.summary.days == 6)
            #expect(try await fixture.verify(users[1]).summary.samples == 5)
        }
    }

    @Test("What is derived is found to be wrong, made right, and right then", arguments: repairs)
    func repaired(damage: Damage) async throws {
        try await withStore { fixture in
            let users = try await users(fixture)
            let before = try await contents(fixture)
            try self.damage(fixture, users[0], damage)
            let found = try await fixture.verify()
            #expect(found.kinds == damage.kinds)
            #expect(found.findings.allSatisfy { $0.user == users[0] && !$0.isRepaired })
            #expect(!found.summary.isClean)
            #expect(try await fixture.verify().findings == found.findings, "it only looked")
            #expect(try await fixture.verify(users[1]).summary.isClean)
            let repaired = try await fixture.verify(isRepairing: true)
            #expect(repaired.kinds == damage.kinds && repaired.summary.isClean)
            #expect(repaired.findings.allSatisfy { $0.isRepaired })
            let after = try await fixture.verify()
            #expect(after.findings == [] && after.summary.isClean)
            let isOfCounts = damage.kinds == [.sampleCountDiffers]
            if isOfCounts { #expect(try await contents(fixture) == before) }
        }
    }

    @Test(
        "What is lost is found, and said to be lost when it should be repaired",
        arguments: losses
    )
    func lost(damage: Damage) async throws {
        try await withStore { fixture in
            let users = try await users(fixture)
            try self.damage(fixture, users[0], damage)
            #expect(try await fixture.verify().kinds == damage.kinds)
            let repaired = try await fixture.verify(isRepairing: true)
            #expect(repaired.findings.allSatisfy { $0.user == users[0] })
            #expect(repaired.findings.allSatisfy { $0.isRepaired == $0.kind.isRepairable })
            #expect(!repaired.summary.isClean)
            let left = try await fixture.verify().kinds
            #expect(left == damage.kinds.filter { !$0.isRepairable })
        }
    }

    @Test("A finding says where: type, quarter hour, and both sums")
    func place() async throws {
        try await withStore { fixture in
            let users = try await users(fixture)
            let sql = "UPDATE day_totals SET sums[1] = 5 WHERE sums[1] = 100 AND MINE"
            try damage(fixture, users[0], Damage("", sql, []))
            let finding = try #require(try await fixture.verify().findings.first)
            #expect(finding.typeID == QuantityType.steps.id)
            #expect(finding.quarter == TestTime.start)
            #expect(finding.stored == 5 && finding.expected == 100)
        }
    }

    @Test("An hour whose quarter hour is told of is not told of again")
    func once() async throws {
        try await withStore { fixture in
            let users = try await users(fixture)
            let sql = "UPDATE samples SET value = value + 1 WHERE value = 100 AND MINE"
            try damage(fixture, users[0], Damage("", sql + " AND type_id = STEPS", []))
            #expect(try await fixture.verify().findings.count == 1)
        }
    }

    @Test("Marked days are settled first and are no differences")
    func markedDays() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1), TestSample(2, at: 90 * 1440)], user: user)
            let verdict = try await fixture.verify()
            #expect(verdict.summary.isClean && verdict.summary.days == 2)
            #expect(verdict.summary.busyDays == 0)
            #expect(try await fixture.dirtyDays(of: user).isEmpty)
        }
    }

    @Test("A user who does not exist is refused when asked for")
    func nobody() async throws {
        try await withStore { fixture in
            let nobody = UserID(number: 77)
            await #expect(throws: HealthStoreError.userNotFound) {
                try await fixture.verify(nobody)
            }
        }
    }

    /// What is noted of sources, names included.
    private func contents(_ fixture: StoreFixture) async throws -> [String] {
        try await fixture.query(
            """
            SELECT concat_ws(' ', user_id, type_id, source_id, client_id, name, named_at,
                sample_count)
            FROM source_types ORDER BY 1
            """
        ) { $0.textColumn(0) }
    }
}
