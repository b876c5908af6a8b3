import HTTPClient
import HTTPServer
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// What callers hear while the server stops, is busy or has lost its database.
@Suite("Availability", .offPool)
struct AvailabilityTests {
    /// Waits until so many sessions of the test's database wait for a lock.
    private func blockedSessions(_ api: TestAPI, _ count: Int) async throws {
        let connection = try api.database.connect()
        let statement = Statement(
            "test.blocked",
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        )
        try await eventually("\(count) sessions wait for a lock") {
            try connection.run(statement).int8(0, 0) >= Int64(count)
        }
    }

    /// Takes the lock that every push waits for; `COMMIT` lets it go.
    private func lockedStreams(_ api: TestAPI) throws -> Connection {
        let connection = try api.database.connect()
        try connection.script("BEGIN; SELECT 1 FROM user_streams FOR UPDATE")
        return connection
    }

    @Test("A request in flight is finished when the server stops, and no other is begun")
    func drain() async throws {
        try await withService { api in
            let person = try await api.person()
            let lock = try lockedStreams(api)
            let push = Task { try await person.app.push(steps("08:00", "08:10", 1)) }
            try await blockedSessions(api, 1)
            let stop = Task { await api.server.stop(drainingFor: .seconds(20)) }
            try await eventually("the server refuses") {
                // Most often the connection is closed before anything can be asked.
                let answer = try? await api.stranger.get("/livez")
                return answer == nil
                    || answer?.summary == "503 draining"
            }
            try lock.script("COMMIT")
            #expect(try await push.value.counts == "1/0/0")
            await stop.value
        }
    }

    @Test("A request that takes longer than the drain may is told that the server stops")
    func drainTooShort() async throws {
        try await withService { api in
            let person = try await api.person()
            let lock = try lockedStreams(api)
            let push = Task { try await person.app.push(steps("08:00", "08:10", 1)) }
            try await blockedSessions(api, 1)
            await api.server.stop(drainingFor: .milliseconds(20))
            #expect(try await push.value.summary == "503 draining")
            try lock.script("COMMIT")
        }
    }

    /// Uses a token and waits until that is written down, which then is not done for a minute: it
    /// would take a place in the queue.
    private func firstUseIsWritten(by person: Person, _ api: TestAPI) async throws {
        _ = try await person.app.get("/v1/users/me/sources")
        let owner = try api.database.connect()
        let written = Statement(
            "test.uses",
            "SELECT count(*) FROM tokens AS t WHERE t.last_used_at IS NOT NULL"
        )
        try await eventually("the first use is written") {
            try owner.run(written).int8(0, 0) == 1
        }
    }

    @Test("Where every connection is busy and nobody more may wait, callers are told so")
    func busy() async throws {
        var settings = TestAPISettings()
        settings.poolSize = 1
        settings.poolQueue = 1
        try await withService(settings) { api in
            let person = try await api.person()
            try await firstUseIsWritten(by: person, api)
            let lock = try lockedStreams(api)
            let push = Task { try await person.app.push(steps("08:00", "08:10", 1)) }
            try await blockedSessions(api, 1)
            // One that asks once: who has to be looked up first may find the queue full behind that.
            let wait = Task { try await api.stranger.get("/readyz") }
            try await eventually("a job waits") { api.store.pool.statistics.queued == 1 }
            let refused = try await person.app.get("/v1/users/me/sources")
            #expect(refused.summary == "503 overloaded")
            #expect(try await api.stranger.get("/readyz").summary == "503 overloaded")
            #expect(try await api.stranger.get("/livez").status == 200)
            try lock.script("COMMIT")
            #expect(try await push.value.counts == "1/0/0")
            #expect(try await wait.value.status == 200)
            #expect(api.log.lines.contains { $0["level"] == "warning" })
            #expect(api.log.lines.allSatisfy { $0["level"] != "error" })
        }
    }

    @Test("More requests than the server takes at once are told so before they are read")
    func tooManyRequests() async throws {
        var settings = TestAPISettings()
        settings.http.requestsInFlightLimit = 1
        try await withService(settings) { api in
            let person = try await api.person()
            let lock = try lockedStreams(api)
            let push = Task { try await person.app.push(steps("08:00", "08:10", 1)) }
            try await blockedSessions(api, 1)
            #expect(try await api.stranger.get("/livez").summary == "503 overloaded")
            try lock.script("COMMIT")
            #expect(try await push.value.counts == "1/0/0")
        }
    }

    /// Calls of every kind about a person's data, and one of the operator's.
    private func calls(_ api: TestAPI, _ person: Person) async throws -> [Answer] {
        let path = "/v1/users/me/statistics/stepCount"
        return [
            try await person.app.push(steps("08:00", "08:10", 1)),
            try await person.app.get("/v1/users/me/samples", ("type", "stepCount")),
            try await person.app.send("GET", path, query: wholeDay),
            try await person.app.send("GET", path + "/explanation", query: wholeDay),
            try await person.app.get("/v1/users/me/sources"),
            try await api.admin.get("/v1/clients"),
            try await api.admin.post("/v1/users", [:]),
            try await api.stranger.get("/readyz"),
        ]
    }

    @Test("Without a database every call is unavailable, and only the server itself is alive")
    func closedPool() async throws {
        try await withService { api in
            let person = try await api.person()
            await api.store.pool.close()
            let answers = try await calls(api, person)
            #expect(answers.allSatisfy { $0.summary == "503 databaseUnavailable" })
            #expect(answers.allSatisfy { $0.headers["Retry-After"] != nil })
            #expect(try await api.stranger.get("/livez").status == 200)
        }
    }

    @Test("A database that takes no connections is unavailable, and calls work once it does")
    func refusedConnections() async throws {
        var settings = TestAPISettings()
        settings.poolWait = .milliseconds(100)
        try await withService(settings) { api in
            let person = try await api.person()
            let name = api.database.name
            let elsewhere = api.database.connectionString.replacing(name, with: "postgres")
            let operations = try Connection(ConnectionConfiguration(elsewhere))
            try operations.script("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            try terminateSessions(of: name, over: operations)
            let answers = try await calls(api, person)
            for answer in answers {
                #expect(
                    ["503 databaseUnavailable", "503 overloaded"].contains(answer.summary),
                    "\(answer.summary)"
                )
            }
            #expect(answers.contains { $0.summary == "503 databaseUnavailable" })
            try operations.script("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
            try await eventually("the server is ready") {
                try await api.stranger.get("/readyz").status == 200
            }
            let again = try await calls(api, person)
            #expect(again.allSatisfy { $0.status < 300 })
        }
    }

    @Test("A session that ends under a push is replaced, and the push is done once")
    func terminatedSession() async throws {
        try await withService { api in
            let person = try await api.person()
            let lock = try lockedStreams(api)
            let push = Task { try await person.app.push(steps("08:00", "08:10", 1)) }
            try await blockedSessions(api, 1)
            try terminateSessions(of: api.database.name, over: lock)
            try await blockedSessions(api, 1)
            try lock.script("COMMIT")
            #expect(try await push.value.counts == "1/0/0")
            let again = try await calls(api, person)
            #expect(again[0].counts == "0/1/0" && again.allSatisfy { $0.status < 300 })
        }
    }

    private func terminateSessions(of database: String, over connection: Connection) throws {
        try connection.script(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database)' AND pid <> pg_backend_pid()
            """
        )
    }

    @Test("A fault of the server is 500, tells nothing, and is in the log under its request")
    func internalError() async throws {
        try await withService { api in
            let person = try await api.person()
            try api.database.connect().script("ALTER TABLE samples RENAME TO geheim_samples")
            let query = [("type", "stepCount")]
            let answer = try await person.app.send("GET", "/v1/users/me/samples", query: query)
            #expect(answer.summary == "500 internalError")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("samples"))
            let line = api.log.lines.first { $0["event"] == "database" }
            #expect(line?["requestId"] == answer["requestId"] && answer["requestId"] != .null)
            #expect(line?["level"] == "error")
        }
    }
}
