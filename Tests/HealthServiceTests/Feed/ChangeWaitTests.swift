import HTTPClient
import HTTPServer
import HealthAPI
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Waiting for changes.
@Suite("Waiting for changes", .offPool, .timeLimit(.minutes(2)))
struct ChangeWaitTests {
    private func anchor(_ person: Person) async throws -> String {
        try #require(try await person.app.get("/v1/users/me/changes")["anchor"].string)
    }

    private func wait(_ person: Person, _ anchor: String, seconds: Int = 300) -> Task<
        Answer, any Error
    > {
        Task {
            try await person.app.send(
                "GET",
                "/v1/users/me/changes",
                query: [("anchor", anchor), ("wait", "\(seconds)")]
            )
        }
    }

    private func waiting(_ api: TestAPI, _ count: Int = 1) async throws {
        try await eventually("\(count) wait") { api.hub.waiters == count }
    }

    @Test("A push wakes who waits for it, and so does a deletion")
    func wakes() async throws {
        try await withService { api in
            let person = try await api.person()
            let first = wait(person, try await anchor(person))
            try await waiting(api)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let added = try await first.value
            let sample = try #require(added["added"].elements.first)
            let second = wait(person, try #require(added["anchor"].string))
            try await waiting(api)
            _ = try await person.app.post(
                "/v1/users/me/deletions",
                ["uuids": [sample["uuid"]]]
            )
            #expect(try await second.value["deleted"].elements.count == 1)
            #expect(api.hub.waiters == 0)
        }
    }

    @Test("What is there already is answered without waiting")
    func present() async throws {
        try await withService { api in
            let person = try await api.person()
            let anchor = try await anchor(person)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let answer = try await wait(person, anchor).value
            #expect(answer["added"].elements.count == 1)
        }
    }

    @Test("A change that the caller may not see ends no wait; one that it may see does")
    func hidden() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            let answer = wait(person, try await anchor(person))
            try await waiting(api)
            _ = try await other.app.push(steps("08:00", "08:10", 1))
            _ = try await person.app.push(steps("09:00", "09:10", 2))
            let added = try await answer.value["added"].elements
            #expect(added.map { $0["value"].number } == [2])
        }
    }

    @Test("When the time is up, the page is empty and its anchor leads on")
    func timeout() async throws {
        try await withService { api in
            let person = try await api.person()
            let answer = try await wait(person, try await anchor(person), seconds: 1).value
            #expect(answer.status == 200 && answer["added"].elements.isEmpty)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let next = try await wait(person, try #require(answer["anchor"].string)).value
            #expect(next["added"].elements.count == 1)
        }
    }

    @Test("A lost notification is made up for by a look")
    func lostNotification() async throws {
        var settings = TestAPISettings()
        settings.hub.pollInterval = .milliseconds(50)
        settings.hub.tick = .milliseconds(20)
        try await withService(settings) { api in
            let person = try await api.person()
            let anchor = try await anchor(person)
            let connection = try api.database.connect()
            // No session hears of what is notified here.
            try connection.script(
                """
                CREATE FUNCTION public.pg_notify(text, text) RETURNS void
                    LANGUAGE sql AS $$ SELECT NULL::void $$;
                ALTER DATABASE \(api.database.name) SET search_path = public, pg_catalog;
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
            // Who was let in just before the end of a session would be told so.
            try await eventually("a session that stays") {
                try await person.app.get("/v1/users/me/sources").status == 200
            }
            let answer = wait(person, anchor)
            try await waiting(api)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            #expect(try await answer.value["added"].elements.count == 1)
        }
    }

    @Test("A hub whose session was ended listens again")
    func lostSession() async throws {
        var settings = TestAPISettings()
        settings.hub.pollInterval = .seconds(3600)
        settings.hub.tick = .milliseconds(20)
        try await withService(settings) { api in
            let person = try await api.person()
            let answer = wait(person, try await anchor(person))
            try await waiting(api)
            let connection = try api.database.connect()
            try connection.script(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE '%LISTEN%'
                    AND pid <> pg_backend_pid()
                """
            )
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            #expect(try await answer.value["added"].elements.count == 1)
        }
    }

    @Test("Waits end when the right to read changes, when the token goes, and with the user")
    func ended() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.token(user: person.id, client: person.client)
            let revoked = wait(other, try await anchor(other))
            try await waiting(api)
            #expect(try await api.admin.delete("/v1/tokens/\(other.tokenID)").status == 204)
            #expect(try await revoked.value.summary == "401 unauthenticated")
            let outdated = wait(person, try await anchor(person))
            try await waiting(api)
            _ = try await api.admin.put(
                "/v1/users/\(person.id)/grants/\(person.client)",
                ["share": [], "read": []]
            )
            #expect(try await outdated.value.summary == "410 anchorOutdated")
            let erased = wait(person, try await anchor(person))
            try await waiting(api)
            #expect(try await api.admin.delete("/v1/users/\(person.id)").status == 204)
            #expect(try await erased.value.summary == "401 unauthenticated")
        }
    }

    @Test("More waiters than there may be are sent away at once")
    func tooMany() async throws {
        var settings = TestAPISettings()
        settings.hub.waiterLimit = 1
        try await withService(settings) { api in
            let person = try await api.person()
            let anchor = try await anchor(person)
            let first = wait(person, anchor)
            try await waiting(api)
            #expect(try await wait(person, anchor).value.summary == "503 overloaded")
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            #expect(try await first.value.status == 200)
        }
    }

    @Test("A wait is answered when the server stops, and leaves nothing behind")
    func drain() async throws {
        try await withService { api in
            let person = try await api.person()
            let answer = wait(person, try await anchor(person))
            try await waiting(api)
            await api.server.stop(drainingFor: .seconds(20))
            #expect(try await answer.value.status == 200)
            #expect(api.hub.waiters == 0)
        }
    }

    @Test("A client that goes away leaves its place")
    func disconnect() async throws {
        try await withService { api in
            let person = try await api.person()
            let anchor = try await anchor(person)
            do {
                let connection = try RawConnection(port: api.port)
                connection.send(
                    """
                    GET /v1/users/me/changes?wait=300&anchor=\(anchor) HTTP/1.1\r
                    Host: x\r
                    Authorization: Bearer \(person.app.token ?? "")\r
                    \r\n
                    """
                )
                try await waiting(api)
            }
            try await waiting(api, 0)
        }
    }
}
