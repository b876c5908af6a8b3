import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Users", .offPool)
struct UserTests {
    @Test("A user is found as made, with name and zone")
    func find() async throws {
        try await withStore { fixture in
            let paris = try #require(Zone(identifier: "Europe/Paris"))
            let made = try await fixture.store.createUser(name: "Ana", timeZone: paris, by: "test")
            let found = try await fixture.store.user(made.id)
            #expect(found == made)
            #expect(found.name == "Ana" && found.timeZone.identifier == "Europe/Paris")
        }
    }

    @Test("A user nobody made is not found, by any call")
    func missing() async throws {
        try await withStore { fixture in
            let user = UserID(number: 42)
            let client = try await fixture.makeClient("com.example.app")
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await fixture.store.user(user) },
                { try await fixture.store.eraseUser(user, by: "test") },
                { _ = try await fixture.save([TestSample(1)], user: user) },
                { _ = try await fixture.save([], user: user) },
                { _ = try await fixture.delete([TestSample(1)], user: user) },
                { _ = try await fixture.sums(user: user, edges: [0, 1]) },
                { _ = try await fixture.store.samples(.all(of: user)) },
                { _ = try await fixture.store.explanation(.steps, of: user, from: 0, to: 1) },
                { _ = try await fixture.store.sources(of: user, readable: nil, client: nil) },
                { _ = try await fixture.store.grants(user: user) },
                { _ = try await fixture.store.grants(user: user, client: client) },
                { try await fixture.store.setOrder(TestOrder(), of: user) },
                { _ = try await fixture.store.order(of: user) },
                { _ = try await fixture.store.characteristics(of: user) },
                {
                    try await fixture.store.putCharacteristics(
                        Characteristics(),
                        of: user,
                        by: "test"
                    )
                },
                {
                    try await fixture.store.putGrants(
                        Grants(),
                        user: user,
                        client: client,
                        by: "test"
                    )
                },
                {
                    _ = try await fixture.store.createToken(
                        user: user,
                        client: client,
                        expiresAt: nil,
                        by: "test"
                    )
                },
            ]
            for (number, call) in calls.enumerated() {
                await #expect(throws: HealthStoreError.userNotFound, "call \(number)") {
                    try await call()
                }
            }
            for table in try await fixture.tablesOfUsers() {
                #expect(try await fixture.count(table, of: user) == 0, "\(table)")
            }
        }
    }

    @Test("Identifiers are random, print as 16 digits and read back")
    func identifiers() async throws {
        try await withStore { fixture in
            var numbers: [Int64] = []
            for _ in 0..<4 {
                let user = try await fixture.makeUser()
                #expect(user.description.count == 16)
                #expect(UserID(user.description) == user)
                numbers.append(user.number)
            }
            #expect(Set(numbers).count == 4)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { abs($0 - $1) > 1000 })
        }
    }

    @Test(
        "What is not 16 lower-case digits of a positive number is no identifier",
        arguments: [
            "", "1", "0000000000000000", "ffffffffffffffff", "00000000000000AB",
            "+00000000000000a", "0x0000000000000a", "00000000000000 a", "000000000000000a0",
        ]
    )
    func refused(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test("Erasing removes every row of every table, and nobody else's")
    func erase() async throws {
        try await withStore { fixture in
            let erased = try await fixture.makeFullUser("com.example.one")
            let kept = try await fixture.makeFullUser("com.example.two")
            let tables = try await fixture.tablesOfUsers()
            for table in tables {
                #expect(
                    try await fixture.count(table, of: erased) > 0,
                    "\(table) holds nothing to be erased: fill it in makeFullUser"
                )
            }
            let before = try await fixture.counts(tables, of: kept)
            try await fixture.store.eraseUser(erased, by: "test")
            for table in tables {
                #expect(try await fixture.count(table, of: erased) == 0, "\(table)")
            }
            #expect(try await fixture.counts(tables, of: kept) == before)
        }
    }

    @Test("An erasure may take longer than a statement usually may")
    func eraseTakesItsTime() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1)], user: user)
            try fixture.database.connect().script(
                """
                CREATE TABLE seen (value interval NOT NULL);
                GRANT INSERT ON seen TO tributary_server;
                CREATE FUNCTION note_timeout() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO seen VALUES (current_setting('statement_timeout')::interval);
                    RETURN OLD;
                END $$;
                CREATE TRIGGER note BEFORE DELETE ON samples
                FOR EACH ROW EXECUTE FUNCTION note_timeout();
                """
            )
            try await fixture.store.eraseUser(user, by: "test")
            let isLong = try await fixture.query(
                "SELECT bool_and(value >= interval '10 minutes') FROM seen"
            ) { $0.optionalBool(0, 0) }
            #expect(isLong == true)
            let later = try await fixture.query(
                "SELECT current_setting('statement_timeout')::interval < interval '10 minutes'"
            ) { $0.bool(0, 0) }
            #expect(later, "the limit is back after the transaction")
        }
    }

    @Test("Nothing is written for a user whose erasure came first")
    func eraseRace() async throws {
        try await withStore(poolSize: 6) { fixture in
            let client = try await fixture.makeClient("com.example.app")
            let tables = try await fixture.tablesOfUsers()
            for round in 0..<12 {
                let user = try await fixture.makeUser()
                await withTaskGroup { group in
                    group.addTask { try? await fixture.store.eraseUser(user, by: "test") }
                    group.addTask {
                        _ = try? await fixture.save([TestSample(1)], user: user)
                    }
                    group.addTask {
                        _ = try? await fixture.store.createToken(
                            user: user,
                            client: client,
                            expiresAt: nil,
                            by: "test"
                        )
                    }
                    group.addTask {
                        try? await fixture.store.putGrants(
                            Grants(),
                            user: user,
                            client: client,
                            by: "test"
                        )
                    }
                    group.addTask {
                        try? await fixture.store.setOrder(TestOrder(), of: user)
                    }
                    group.addTask {
                        try? await fixture.store.putCharacteristics(
                            Characteristics(),
                            of: user,
                            by: "test"
                        )
                    }
                }
                for table in tables {
                    #expect(try await fixture.count(table, of: user) == 0, "\(table) \(round)")
                }
            }
        }
    }
}

extension StoreFixture {
    /// Every table with rows of users, read off the schema so that a new one cannot be forgotten.
    ///
    /// The audit log is append-only: it tells of an erasure and is not part of it.
    func tablesOfUsers() async throws -> [String] {
        try await query(
            """
            SELECT c.table_name::text
            FROM information_schema.columns AS c
            JOIN information_schema.tables AS t USING (table_schema, table_name)
            WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
                AND (c.column_name = 'user_id' OR c.table_name = 'users' AND c.column_name = 'id')
                AND c.table_name <> 'audit_events'
            ORDER BY 1
            """
        ) { $0.textColumn(0) }
    }

    fileprivate func counts(_ tables: [String], of user: UserID) async throws -> [Int64] {
        var counts: [Int64] = []
        for table in tables { counts.append(try await count(table, of: user)) }
        return counts
    }

    /// Makes a user with rows in every table that holds something of users.
    func makeFullUser(_ bundleIdentifier: String) async throws -> UserID {
        let user = try await makeUser()
        let client = try await makeClient(bundleIdentifier)
        try await store.putGrants(Grants(), user: user, client: client, by: "test")
        _ = try await store.createToken(user: user, client: client, expiresAt: nil, by: "test")
        let samples = [TestSample(1), TestSample(2, at: 3000), TestSample(3)]
        try await save(samples, user: user, client: client)
        try await saveBatch(user: user, client: client)
        try await tell(of: user, client: client)
        _ = try await delete([samples[2]], user: user)
        try await fillAuthorization(user: user, bundleIdentifier + ".asking")
        try await store.setOrder(TestOrder(ranked: [.phone]), of: user)
        try await store.putCharacteristics(Characteristics(), of: user, by: "test")
        // Settles the first day and leaves the second one dirty.
        _ = try await sums(user: user, edges: [TestTime.start, TestTime.start + TestTime.day])
        return user
    }

    /// Saves an empty batch under a name.
    private func saveBatch(user: UserID, client: ClientID) async throws {
        let digest = [UInt8](repeating: 0, count: 32)
        let start = Instant(microseconds: TestTime.start)
        let claim = BatchClaim(name: "a", digest: digest, keptSince: start) { _ in [] }
        let batch = NewSamples([], user: user, client: client, isAtomic: false)
        _ = try await store.save(batch, user: user, now: start, as: claim)
    }
}
