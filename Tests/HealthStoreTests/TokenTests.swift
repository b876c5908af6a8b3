import Crypto
import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Tokens", .offPool)
struct TokenTests {
    @Test("A token speaks for its user and client, with what was granted")
    func bearer() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let grants = Grants(
                share: TypeSelection(isEverything: true),
                read: TypeSelection(typeIDs: [QuantityType.steps.id])
            )
            try await fixture.store.putGrants(grants, user: user, client: client, by: "test")
            let token = try await fixture.makeToken(user, client)
            let bearer = try #require(try await fixture.bearer(token.secret))
            #expect(bearer.user == user && bearer.client.id == client)
            #expect(bearer.client.bundleIdentifier == "com.example.app")
            #expect(bearer.token == token.id && bearer.grants == grants)
            #expect(bearer.expiresAt == nil)
        }
    }

    @Test("A token begins with its prefix and holds 256 bits; no two are alike")
    func form() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let tokens = [
                try await fixture.makeToken(user, client),
                try await fixture.makeToken(user, client),
            ]
            #expect(tokens[0].secret != tokens[1].secret && tokens[0].id != tokens[1].id)
            for token in tokens {
                #expect(token.secret.hasPrefix("trib_c_"))
                // 43 characters of base64url without padding are 32 bytes.
                #expect(token.secret.dropFirst(7).utf8.count == 43)
            }
        }
    }

    @Test("Only the hash is kept: the secret is in no column of any table")
    func hashOnly() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let token = try await fixture.makeToken(user, client)
            let hash = try await fixture.query("SELECT hash FROM tokens") { $0.bytea(0, 0) }
            #expect(hash == SHA256.hash(Array(token.secret.utf8)))
            #expect(HealthStore.tokenID(ofHash: hash) == token.id)
            let secret = String(token.secret.dropFirst(7))
            for table in ["tokens", "audit_events"] {
                let rows = try await fixture.query("SELECT t::text FROM \(table) AS t") {
                    $0.textColumn(0)
                }
                #expect(!rows.isEmpty && !rows.contains { $0.contains(secret) }, "\(table)")
            }
        }
    }

    @Test("What was never given out, or is cut or changed, speaks for nobody")
    func unknown() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let secret = try await fixture.makeToken(user, client).secret
            for text in [
                "", "trib_c_", String(secret.dropLast()), secret + "A", "\0", secret + "\0",
            ] {
                #expect(try await fixture.bearer(text) == nil, "\(text)")
            }
            #expect(try await fixture.store.bearer(ofSecret: [0xFF, 0xFE]) == nil)
            #expect(
                try await fixture.store.bearer(ofSecret: Array(repeating: 65, count: 1 << 20))
                    == nil
            )
        }
    }

    @Test("A revoked token speaks for nobody; the others go on")
    func revoke() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let revoked = try await fixture.makeToken(user, client)
            let kept = try await fixture.makeToken(user, client)
            try await fixture.store.revokeToken(revoked.id, by: "test")
            try await fixture.store.revokeToken(revoked.id, by: "test")
            #expect(try await fixture.bearer(revoked.secret) == nil)
            #expect(try await fixture.bearer(kept.secret) != nil)
            await #expect(throws: HealthStoreError.tokenNotFound) {
                try await fixture.store.revokeToken(TokenID(bits: 1), by: "test")
            }
        }
    }

    @Test(
        "An expiry is kept to the microsecond",
        arguments: [
            1, 1_700_000_000_123_457, 9_007_199_254_740_993, 32_503_680_000_000_001,
            253_402_300_799_999_999,
        ] as [Int64]
    )
    func expiry(microseconds: Int64) async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let expiresAt = Instant(microseconds: microseconds)
            let token = try await fixture.makeToken(user, client, expiresAt: expiresAt)
            let bearer = try await fixture.bearer(token.secret)
            #expect(token.expiresAt == expiresAt && bearer?.expiresAt == expiresAt)
        }
    }

    @Test("The tokens of an erased user speak for nobody")
    func erased() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let client = try await fixture.makeClient("com.example.app")
            let token = try await fixture.makeToken(user, client)
            try await fixture.store.eraseUser(user, by: "test")
            #expect(try await fixture.bearer(token.secret) == nil)
        }
    }
}

@Suite("The sealing key", .offPool)
struct SealingKeyTests {
    @Test("Of many that ask for the key at once each gets the same, and so does a later start")
    func once() async throws {
        try await withStore(poolSize: 8) { fixture in
            let keys = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await fixture.store.sealingKey() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(keys.count == 8 && Set(keys).count == 1)
            #expect(keys.first?.count == 32)
            let later = HealthStore(pool: fixture.database.pool(size: 1))
            #expect(try await later.sealingKey() == keys.first)
            let rows = try await fixture.query("SELECT count(*) FROM server_keys") {
                $0.int8(0, 0)
            }
            #expect(rows == 1)
        }
    }

    @Test("Two databases have two keys")
    func differs() async throws {
        let one = try await withStore { try await $0.store.sealingKey() }
        let other = try await withStore { try await $0.store.sealingKey() }
        #expect(one != other)
    }
}

extension StoreFixture {
    fileprivate func makeToken(
        _ user: UserID,
        _ client: ClientID,
        expiresAt: Instant? = nil
    ) async throws -> IssuedToken {
        try await store.createToken(user: user, client: client, expiresAt: expiresAt, by: "test")
    }

    fileprivate func bearer(_ secret: String) async throws -> TokenBearer? {
        try await store.bearer(ofSecret: Array(secret.utf8))
    }
}
