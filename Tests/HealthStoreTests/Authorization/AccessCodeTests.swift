import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// Codes that people sign in with, and the sessions they open.
@Suite("Access codes and sessions", .offPool)
struct AccessCodeTests {
    private func session(
        _ fixture: StoreFixture,
        _ issued: IssuedSession,
        _ seconds: Int64
    ) async throws -> Session? {
        try await fixture.store.session(ofSecret: issued.secret, at: .moment(seconds))
    }

    @Test("A code signs its user in, once")
    func once() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let code = try await fixture.makeAccessCode(user)
            #expect(
                try await fixture.store.accessCodes(user: user, at: .moment(0)).map(\.id)
                    == [code.id]
            )
            let issued = try #require(
                try await fixture.store.spendAccessCode(code.secret, at: .moment(0), by: "test")
            )
            #expect(issued.session.user == user)
            #expect(try await session(fixture, issued, 0) == issued.session)
            #expect(
                try await fixture.store.spendAccessCode(code.secret, at: .moment(0), by: "test")
                    == nil
            )
            #expect(try await fixture.store.accessCodes(user: user, at: .moment(0)).isEmpty)
        }
    }

    @Test("Of many at once who have the same code one gets in")
    func concurrent() async throws {
        try await withStore(poolSize: 6) { fixture in
            let user = try await fixture.makeUser()
            for _ in 0..<5 {
                let code = try await fixture.makeAccessCode(user)
                let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            try await fixture.store.spendAccessCode(
                                code.secret,
                                at: .moment(0),
                                by: "test"
                            ) != nil
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(count == 1)
            }
            #expect(try await fixture.store.sessions(user: user, at: .moment(0)).count == 5)
        }
    }

    @Test("A code is good until it expires or is taken back, and there may be so many")
    func ends() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let late = try await fixture.makeAccessCode(user)
            #expect(
                try await fixture.store.spendAccessCode(
                    late.secret,
                    at: .moment(86_400),
                    by: "test"
                ) == nil
            )
            #expect(
                try await fixture.store.accessCodes(user: user, at: .moment(86_400)).isEmpty
            )
            try await fixture.store.deleteAccessCode(late.id, user: user, by: "test")
            #expect(
                try await fixture.store.spendAccessCode(late.secret, at: .moment(0), by: "test")
                    == nil
            )
            await #expect(throws: HealthStoreError.accessCodeNotFound) {
                try await fixture.store.deleteAccessCode(late.id, user: user, by: "test")
            }
            for _ in 0..<HealthStore.accessCodeLimit { _ = try await fixture.makeAccessCode(user) }
            await #expect(throws: HealthStoreError.tooManyAccessCodes(limit: 100)) {
                _ = try await fixture.makeAccessCode(user)
            }
        }
    }

    @Test("Secrets have their prefix and 256 random bits, and are kept as hashes alone")
    func form() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let codes = [
                try await fixture.makeAccessCode(user), try await fixture.makeAccessCode(user),
            ]
            #expect(codes[0].secret != codes[1].secret)
            for code in codes {
                #expect(code.secret.wholeMatch(of: /trib_p_[A-Za-z0-9_-]{54}/) != nil)
            }
            let issued = try #require(try await fixture.signIn(user))
            #expect(issued.secret.wholeMatch(of: /trib_s_[A-Za-z0-9_-]{54}/) != nil)
            let text = try await fixture.query(
                """
                SELECT concat(
                    (SELECT string_agg(c::text, ' ') FROM access_codes AS c),
                    (SELECT string_agg(s::text, ' ') FROM sessions AS s),
                    (SELECT string_agg(e::text, ' ') FROM audit_events AS e)
                )
                """
            ) { $0.text(0, 0) }
            #expect(text.contains("access") && !text.contains(issued.secret.dropFirst(20)))
            #expect(!text.contains(codes[0].secret.dropFirst(20)))
        }
    }

    @Test("What was never handed out opens nothing: another's number, another secret, other text")
    func guesses() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let code = try await fixture.makeAccessCode(user)
            let theirs = try await fixture.makeAccessCode(other)
            let issued = try #require(try await fixture.signIn(user))
            // The number of one with the bits of the other.
            let mixed = String(theirs.secret.prefix(17)) + String(code.secret.dropFirst(17))
            let guesses = [
                mixed, String(code.secret.dropLast()) + (code.secret.last == "A" ? "Q" : "A"),
                code.secret + "A", String(code.secret.dropLast()), "", "trib_p_",
                code.secret.replacing("trib_p_", with: "trib_s_"), issued.secret,
                issued.secret.replacing("trib_s_", with: "trib_p_"),
            ]
            for guess in guesses {
                #expect(
                    try await fixture.store.spendAccessCode(guess, at: .moment(0), by: "test")
                        == nil
                )
                guard guess != issued.secret else { continue }
                #expect(try await fixture.store.session(ofSecret: guess, at: .moment(0)) == nil)
            }
            #expect(
                try await fixture.store.spendAccessCode(code.secret, at: .moment(0), by: "test")
                    != nil
            )
        }
    }

    @Test("A session ends half an hour after its last use, and after twelve hours however used")
    func ages() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let idle = try #require(try await fixture.signIn(user))
            #expect(try await session(fixture, idle, 30 * 60 - 1) != nil)
            #expect(try await session(fixture, idle, 59 * 60) != nil)
            #expect(try await session(fixture, idle, 89 * 60) == nil)
            #expect(try await session(fixture, idle, 89 * 60) == nil)
            let busy = try #require(try await fixture.signIn(user))
            for minutes: Int64 in stride(from: 0, to: 12 * 60, by: 25) {
                #expect(try await session(fixture, busy, minutes * 60) != nil, "\(minutes)")
            }
            #expect(try await session(fixture, busy, 12 * 3600 - 1) != nil)
            #expect(try await session(fixture, busy, 12 * 3600) == nil)
            #expect(
                try await fixture.store.sessions(user: user, at: .moment(12 * 3600)).isEmpty
            )
        }
    }

    @Test("That a session is used is noted once a minute")
    func touch() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let issued = try #require(try await fixture.signIn(user))
            for (seconds, noted): (Int64, Int64) in [(59, 0), (60, 60), (119, 60), (121, 121)] {
                let session = try #require(try await session(fixture, issued, seconds))
                #expect(session.usedAt == .moment(noted), "\(seconds)")
                let listed = try await fixture.store.sessions(user: user, at: .moment(seconds))
                #expect(listed == [session])
            }
        }
    }

    @Test("A session that was ended is none, and ends once")
    func end() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let other = try await fixture.makeUser()
            let issued = try #require(try await fixture.signIn(user))
            await #expect(throws: HealthStoreError.sessionNotFound) {
                try await fixture.store.endSession(issued.session.id, user: other, by: "test")
            }
            try await fixture.store.endSession(issued.session.id, user: user, by: "test")
            #expect(try await session(fixture, issued, 0) == nil)
            await #expect(throws: HealthStoreError.sessionNotFound) {
                try await fixture.store.endSession(issued.session.id, user: user, by: "test")
            }
        }
    }

    @Test("Who is erased cannot sign in, and no longer is")
    func erased() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let code = try await fixture.makeAccessCode(user)
            let issued = try #require(try await fixture.signIn(user))
            try await fixture.store.eraseUser(user, by: "test")
            #expect(try await session(fixture, issued, 0) == nil)
            #expect(
                try await fixture.store.spendAccessCode(code.secret, at: .moment(0), by: "test")
                    == nil
            )
        }
    }
}
