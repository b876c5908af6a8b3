import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Saving", .offPool)
struct SaveTests {
    @Test("What is new is stored, what is known is a duplicate, other content is a conflict")
    func outcomes() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let first = TestSample(1)
            #expect(try await fixture.save([first], user: user) == [.stored])
            let outcomes = try await fixture.save(
                [first, first.with { $0.value = 101 }, TestSample(2), first],
                user: user
            )
            #expect(outcomes == [.duplicate, .uuidConflict, .stored, .duplicate])
            #expect(try await fixture.positions(of: user) == [1, 2])
        }
    }

    @Test("Every part of the content counts, except how times were written and when it came")
    func content() async throws {
        let first = TestSample(1, created: 5, offset: 60, metadata: #"{"a":1,"b":"x"}"#)
        let changes: [(String, SaveOutcome, TestSample)] = [
            ("type", .uuidConflict, first.with { $0.type = .food }),
            ("start", .uuidConflict, first.with { $0.start += 1 }),
            ("end", .uuidConflict, first.with { $0.end += 1 }),
            ("value", .uuidConflict, first.with { $0.value = $0.value.nextUp }),
            ("source", .uuidConflict, first.with { $0.source = .watch }),
            ("unknown source", .uuidConflict, first.with { $0.source = .scale }),
            ("metadata", .uuidConflict, first.with { $0.metadata = #"{"a":2,"b":"x"}"# }),
            ("no metadata", .uuidConflict, first.with { $0.metadata = nil }),
            ("version", .duplicate, first.with { $0.source = .phoneOfVersion("9") }),
            ("offset", .duplicate, first.with { $0.startOffset = nil }),
            ("spelling", .duplicate, first.with { $0.metadata = #"{ "b":"\u0078", "a":1.0 }"# }),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([first, TestSample(2, source: .watch)], user: user)
            for (name, expected, sample) in changes {
                let outcomes = try await fixture.save([sample], user: user)
                #expect(outcomes == [expected], "\(name), stored before")
                let other = try await fixture.makeUser()
                let within = try await fixture.save([first, sample, first], user: other)
                #expect(within == [.stored, expected, .duplicate], "\(name), in one batch")
            }
        }
    }

    @Test("Each of several samples under one stored identifier is compared by itself")
    func repeatedAgainstStored() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let first = TestSample(1, metadata: #"{"a":1}"#)
            let other = first.with { $0.metadata = #"{"a":2}"# }
            try await fixture.save([first], user: user)
            let outcomes = try await fixture.save([first, other, first, other], user: user)
            #expect(outcomes == [.duplicate, .uuidConflict, .duplicate, .uuidConflict])
        }
    }

    @Test("Samples without identifiers are the same when their content is")
    func derivedIdentifiers() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let sample = TestSample(0).derived(user, client)
            let later = TestSample(0, at: 1).derived(user, client)
            let foreign = TestSample(0).derived(user, .operator)
            let watch = TestSample(0, source: .watch).derived(user, client)
            #expect(Set([sample, later, foreign, watch].map(\.id)).count == 4)
            let outcomes = try await fixture.save(
                [sample, later, sample, watch],
                user: user,
                client: client
            )
            #expect(outcomes == [.stored, .stored, .duplicate, .stored])
            // Derived from the content alone: what is not part of it decides between the two.
            let described = sample.with { $0.metadata = #"{"a":1}"# }
            #expect(
                try await fixture.save([described], user: user, client: client) == [.uuidConflict]
            )
            #expect(try await fixture.save([foreign], user: user) == [.stored])
        }
    }

    @Test("An atomic batch with a conflict stores nothing and leaves no trace")
    func atomic() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            let tables = try await fixture.tablesOfUsers()
            let before = try await fixture.rows(of: tables, user)
            let batch = [
                TestSample(2, source: .watch), TestSample(1), TestSample(1, value: 7),
                TestSample(3, source: .phoneOfVersion("2", name: "New name")),
            ]
            let outcomes = try await fixture.save(batch, user: user, isAtomic: true)
            #expect(outcomes == [.notStored, .duplicate, .uuidConflict, .notStored])
            #expect(try await fixture.rows(of: tables, user) == before)
            let good = try await fixture.save([batch[0], batch[1]], user: user, isAtomic: true)
            #expect(good == [.stored, .duplicate])
        }
    }

    @Test("A batch that stores nothing leaves no trace, not even of its sources")
    func traceless() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            let tables = try await fixture.tablesOfUsers()
            let before = try await fixture.rows(of: tables, user)
            let outcomes = try await fixture.save(
                [
                    TestSample(1, source: .phoneOfVersion("2", name: "New name")),
                    TestSample(1, source: .watch),
                ],
                user: user
            )
            #expect(outcomes == [.duplicate, .uuidConflict])
            #expect(try await fixture.rows(of: tables, user) == before)
        }
    }

    @Test("An empty batch is fine and answers the last position")
    func empty() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for (samples, position) in [([], 0), ([TestSample(1)], 1), ([], 1)] {
                let result = try await fixture.store.save(
                    NewSamples(samples, user: user, client: .operator),
                    user: user,
                    now: Instant(microseconds: TestTime.now)
                )
                #expect(result.outcomes.count == samples.count)
                #expect(result.position == Int64(position))
            }
        }
    }

    @Test("A batch may hold 10,000 samples")
    func large() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let samples = (0..<10_000).map { number in
                TestSample(UInt64(number), at: Int64(number), lasting: 1, value: 1)
            }
            let outcomes = try await fixture.save(samples, user: user)
            #expect(outcomes.count == 10_000 && outcomes.allSatisfy { $0 == .stored })
            #expect(try await fixture.positions(of: user) == Array(1...10_000))
            let again = try await fixture.save(samples, user: user)
            #expect(again.count == 10_000 && again.allSatisfy { $0 == .duplicate })
            let end = TestTime.start + 10_000 * TestTime.minute
            let sums = try await fixture.sums(user: user, edges: [TestTime.start, end])
            #expect(agree(sums, [10_000]))
        }
    }

    @Test("Positions count the stored samples without a gap, whatever came between")
    func positions() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        try await withStore { fixture in
            let users = [try await fixture.makeUser(), try await fixture.makeUser()]
            var known: [Set<UInt64>] = [[], []]
            for round in 0..<40 {
                let user = round % 2
                let batch = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    let number = UInt64.random(in: 0..<200, using: &generator)
                    let isOther = Int.random(in: 0..<8, using: &generator) == 0
                    return TestSample(number, value: isOther ? 1 : 2)
                }
                let outcomes = try await fixture.save(
                    batch,
                    user: users[user],
                    isAtomic: round % 5 == 0
                )
                for (sample, outcome) in zip(batch, outcomes) where outcome == .stored {
                    let number = UInt64(truncatingIfNeeded: sample.id.bits)
                    #expect(known[user].insert(number).inserted, "stored twice")
                }
            }
            for (user, known) in zip(users, known) {
                #expect(!known.isEmpty)
                let positions = try await fixture.positions(of: user)
                #expect(positions == Array(1...Int64(known.count)))
            }
        }
    }

    @Test("A sample keeps everything it came with")
    func roundTrip() async throws {
        let device = Device(
            name: "iPhone",
            manufacturer: "Apple Inc.",
            model: "iPhone",
            hardwareVersion: "iPhone15,2",
            firmwareVersion: "1.2",
            softwareVersion: "17.1",
            localIdentifier: "local",
            udiDeviceIdentifier: "udi"
        )
        let revision = SourceRevision(
            bundleIdentifier: "com.example.phone",
            name: "Phone \u{1F4F1} \"quoted\" \\",
            version: "17.1",
            productType: "iPhone15,2",
            operatingSystemVersion: "17.1.0"
        )
        let source = SourceReference(revision: revision, device: device)
        let sample = TestSample(
            77,
            value: 0.1 + 0.2,
            created: TestTime.start + 123_457,
            offset: -570,
            isUserEntered: true,
            source: source,
            metadata: #"{"HKTimeZone":"Pacific/Marquesas","key":"va\"lue"}"#
        ).with { $0.endOffset = 60 }
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([sample, TestSample(78, at: 60)], user: user)
            let found = try await fixture.store.samples(.all(of: user))
            try #require(found.count == 2)
            #expect(found[0].id == sample.id && found[0].typeID == sample.type.id)
            #expect(found[0].start.instant.microseconds == sample.start)
            #expect(found[0].end.instant.microseconds == sample.end)
            #expect(found[0].start.offsetInMinutes == -570 && found[0].end.offsetInMinutes == 60)
            #expect(found[0].value.bitPattern == (0.1 + 0.2).bitPattern)
            #expect(found[0].created?.microseconds == TestTime.start + 123_457)
            #expect(found[0].origin.source == revision && found[0].origin.device == device)
            #expect(found[0].origin.sourceKey == source.key(of: user))
            #expect(
                found[0].metadata == #"{"key": "va\"lue", "HKTimeZone": "Pacific/Marquesas"}"#
            )
            #expect(found[1].created == nil && found[1].metadata == nil)
            #expect(found[1].origin.device == nil)
            #expect(found[1].start.offsetInMinutes == nil)
        }
    }

    @Test(
        "Any times and values that pass the checks of the service are kept",
        arguments: [
            (Instant.supported.lowerBound.microseconds, 0.0),
            (Instant.supported.upperBound.microseconds, Double.greatestFiniteMagnitude),
            (-1, Double.leastNonzeroMagnitude), (0, 5e300),
        ] as [(Int64, Double)]
    )
    func extremes(start: Int64, value: Double) async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let sample = TestSample(1, value: value).with {
                $0.start = start
                $0.end = start
            }
            #expect(try await fixture.save([sample], user: user) == [.stored])
            #expect(try await fixture.save([sample], user: user) == [.duplicate])
            let edges = [start - 1, start, start + 1]
            #expect(try await fixture.sums(user: user, edges: edges) == [nil, value])
            let whole = [
                Instant.supported.lowerBound.microseconds,
                Instant.supported.upperBound.microseconds + 1,
            ]
            #expect(try await fixture.sums(user: user, edges: whole) == [value])
        }
    }
}

extension StoreFixture {
    /// The positions of all of a user's samples, ascending.
    func positions(of user: UserID) async throws -> [Int64] {
        try await query(
            "SELECT position FROM samples WHERE user_id = $1 ORDER BY position",
            [.int8(user.number)]
        ) { $0.int8Column(0) }
    }

    /// All that tables hold of a user, as text.
    func rows(of tables: [String], _ user: UserID) async throws -> [String] {
        var rows: [String] = []
        for table in tables {
            let column = table == "users" ? "id" : "user_id"
            rows += try await query(
                "SELECT '\(table) ' || t::text FROM \(table) AS t WHERE \(column) = $1 ORDER BY 1",
                [.int8(user.number)]
            ) { $0.textColumn(0) }
        }
        return rows
    }
}

extension SourceReference {
    /// The phone at another version, or under another name.
    static func phoneOfVersion(_ version: String?, name: String? = nil) -> SourceReference {
        named("com.apple.health", product: "iPhone15,2", name: name, version: version)
    }
}

extension TestSample {
    /// The sample under the identifier the server derives for one that came without.
    fileprivate func derived(_ user: UserID, _ client: ClientID) -> TestSample {
        with { sample in
            sample.id = DerivedIdentifier.sample(
                client: client,
                source: sample.source.key(of: user),
                typeID: sample.type.id,
                start: sample.start,
                end: sample.end,
                value: sample.value
            )
        }
    }
}
