import HealthModel
import HealthStore
import MergeEngine
import Postgres
import TestSupport
import Testing

@Suite("Sources", .offPool)
struct SourceTests {
    @Test("A phone and a watch are two sources, even under one app")
    func twoSources() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1), TestSample(2, source: .watch)], user: user)
            let sources = try await fixture.sources(of: user)
            #expect(sources.map(\.identity.productType) == ["Watch6,7", "iPhone15,2"])
            #expect(Set(sources.map(\.identity.bundleIdentifier)).count == 1)
        }
    }

    @Test("Each part of the identity makes another source, and nothing else does")
    func identity() async throws {
        let device = Device(
            name: "n",
            manufacturer: "m",
            model: "o",
            hardwareVersion: "h",
            firmwareVersion: "f",
            softwareVersion: "s",
            localIdentifier: "l",
            udiDeviceIdentifier: "u"
        )
        let same: [(inout Device) -> Void] = [
            { $0.firmwareVersion = nil }, { $0.softwareVersion = "2" },
            { $0.udiDeviceIdentifier = "" },
        ]
        let different: [(inout Device) -> Void] = [
            { $0.name = "x" }, { $0.manufacturer = "x" }, { $0.model = "x" },
            { $0.hardwareVersion = "x" }, { $0.localIdentifier = "x" },
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var number: UInt64 = 0
            func save(_ device: Device?) async throws {
                number += 1
                let source = SourceReference.named("com.example", product: nil, device: device)
                try await fixture.save([TestSample(number, source: source)], user: user)
            }
            try await save(device)
            for change in same {
                var changed = device
                change(&changed)
                try await save(changed)
            }
            #expect(try await fixture.sources(of: user).count == 1)
            #expect(try await fixture.count("source_revisions", of: user) == 4)
            for change in different {
                var changed = device
                change(&changed)
                try await save(changed)
            }
            #expect(try await fixture.sources(of: user).count == 6)
        }
    }

    @Test("A renamed phone is the same source under its new name, and back again")
    func renamed() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var keys: Set<SampleID> = []
            for (number, name) in ["Old", "New", nil, "Old"].enumerated() {
                let source = SourceReference.phoneOfVersion("1", name: name)
                try await fixture.save(
                    [TestSample(UInt64(number), at: Int64(number), source: source)],
                    user: user
                )
                let sources = try await fixture.sources(of: user)
                #expect(sources.map(\.name) == [name ?? "New"])
                keys.formUnion(sources.map(\.key))
            }
            #expect(keys.count == 1)
            let samples = try await fixture.store.samples(.all(of: user))
            #expect(samples.map(\.origin.source.name) == ["Old", "New", nil, "Old"])
        }
    }

    @Test("Several names of one source in one batch: the last one stays")
    func renamedInBatch() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let names = ["One", "Two", "Three"]
            let batch = names.enumerated().map { number, name in
                TestSample(UInt64(number), source: .phoneOfVersion(nil, name: name))
            }
            try await fixture.save(batch, user: user)
            #expect(try await fixture.sources(of: user).map(\.name) == ["Three"])
            #expect(try await fixture.count("source_revisions", of: user) == 3)
        }
    }

    @Test("A new version is a new revision of the same source")
    func revisions() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for number in 0..<3 {
                let source = SourceReference.phoneOfVersion("17.\(number)")
                let batch = (0..<2).map {
                    TestSample(UInt64(number * 2 + $0), at: Int64(number), source: source)
                }
                try await fixture.save(batch, user: user)
            }
            #expect(try await fixture.count("sources", of: user) == 1)
            #expect(try await fixture.count("source_revisions", of: user) == 3)
            let samples = try await fixture.store.samples(.all(of: user))
            #expect(
                samples.map(\.origin.source.version) == [
                    "17.0", "17.0", "17.1", "17.1", "17.2", "17.2",
                ]
            )
        }
    }

    @Test("Clients know sources by keys that differ from user to user and do not count")
    func keys() async throws {
        try await withStore { fixture in
            var keys: [SampleID] = []
            for _ in 0..<2 {
                let user = try await fixture.makeUser()
                let batch = (0..<3).map { number in
                    TestSample(
                        UInt64(number),
                        source: .named("com.example.\(number)", product: nil)
                    )
                }
                try await fixture.save(batch, user: user)
                keys += try await fixture.sources(of: user).map(\.key)
            }
            #expect(Set(keys).count == 6)
            for key in keys {
                // Version 5 and the variant of RFC 9562, so derived and not counted.
                #expect(key.bits >> 76 & 15 == 5 && key.bits >> 62 & 3 == 2)
            }
        }
    }

    @Test("A missing part of an identity and an empty one name the same source")
    func missingAndEmpty() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let batch = [
                TestSample(1, source: .named("com.example", product: nil)),
                TestSample(2, source: .named("com.example", product: "")),
            ]
            #expect(try await fixture.save(batch, user: user) == [.stored, .stored])
            #expect(try await fixture.count("sources", of: user) == 1)
        }
    }

    @Test("A user may have so many sources and no more; the batch beyond stores nothing")
    func limit() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let limit = HealthStore.sourceLimit
            _ = try await fixture.query(
                """
                INSERT INTO sources (user_id, id, key, bundle_identifier)
                SELECT $1, n, gen_random_uuid(), 'com.example.' || n
                FROM generate_series(1, $2 - 1) AS n
                """,
                [.int8(user.number), .int4(limit)]
            ) { $0.affectedRows }
            let batch = [TestSample(1), TestSample(2, source: .watch)]
            await #expect(throws: HealthStoreError.tooManySources(limit: limit)) {
                try await fixture.save(batch, user: user)
            }
            #expect(try await fixture.positions(of: user).isEmpty)
            #expect(try await fixture.save([batch[0]], user: user) == [.stored])
            #expect(try await fixture.count("sources", of: user) == Int64(limit))
            #expect(agree(try await fixture.sums(user: user, edges: wholeDay), [100]))
        }
    }

    @Test("An order names only sources of the user; a refused one changes nothing")
    func unknownInOrder() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            try await fixture.save([TestSample(1, source: .watch)], user: other)
            try await fixture.store.setOrder(TestOrder(ranked: [.phone]), of: user)
            let foreign = SourceReference.watch.key(of: other)
            for (ranked, disabled) in [([foreign], []), ([], [foreign])] {
                await #expect(
                    throws: HealthStoreError.sourceNotFound(key: foreign.description)
                ) {
                    try await fixture.store.putSourceOrder(
                        user: user,
                        typeID: QuantityType.steps.id,
                        ranked: ranked,
                        disabled: disabled,
                        by: "test"
                    )
                }
            }
            let order = try await fixture.store.order(of: user)
            #expect(order.ranked.map(\.key) == [SourceReference.phone.key(of: user)])
        }
    }

    @Test("The order answers those named first, then the others by class; disabled ones nowhere")
    func order() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let sources: [SourceReference] = [.tracker, .scale, .phone, .watch]
            let batch = sources.enumerated().map { number, source in
                TestSample(UInt64(number), source: source)
            }
            try await fixture.save(batch, user: user)
            let initial = try await fixture.store.order(of: user)
            #expect(initial.ranked.isEmpty && initial.disabled.isEmpty)
            #expect(
                initial.ranking.map(\.source.identity)
                    == [
                        SourceReference.watch, .phone, .scale, .tracker,
                    ].map(\.identity)
            )
            #expect(initial.ranking.map(\.sourceClass) == [.watch, .phone, .other, .other])
            try await fixture.store.setOrder(
                TestOrder(ranked: [.scale, .watch], disabled: [.phone]),
                of: user
            )
            let changed = try await fixture.store.order(of: user)
            #expect(
                changed.ranking.map(\.source.identity)
                    == [
                        SourceReference.scale, .watch, .tracker,
                    ].map(\.identity)
            )
            #expect(changed.ranking.map(\.isExplicit) == [true, true, false])
            #expect(changed.disabled.map(\.identity) == [SourceReference.phone.identity])
        }
    }
}

/// The edges of the first day.
let wholeDay = [TestTime.start, TestTime.start + TestTime.day]

extension StoreFixture {
    /// All sources of a user.
    func sources(of user: UserID) async throws -> [SourceRecord] {
        try await store.sources(of: user, readable: nil, client: nil)
    }
}
