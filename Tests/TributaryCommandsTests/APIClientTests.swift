import HealthModel
import HealthOutbox
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The client of the API", .offPool)
struct APIClientTests {
    private static let secret = "trib_t_do-not-show-me"
    private static let success =
        #"{"stored":1,"replaced":0,"duplicate":0,"ignored":0,"rejected":0,"outcomes":[]}"#

    private let draft = SampleDraft(
        type: "stepCount",
        start: ZonedInstant(Instant(seconds: 0), offsetInMinutes: 0),
        end: ZonedInstant(Instant(seconds: 60), offsetInMinutes: 0),
        value: 1,
        unit: "count"
    )

    /// The pauses a client made.
    private final class Pauses: Sendable {
        private let pauses = Mutex<[Duration]>([])
        var all: [Duration] { pauses.withLock { $0 } }
        func add(_ pause: Duration) { pauses.withLock { $0.append(pause) } }
    }

    private func client(_ url: String, _ pauses: Pauses = Pauses()) throws -> APIClient {
        try APIClient(
            baseURL: url,
            token: Self.secret,
            connections: 1,
            retries: RetryPolicy(attempts: 4),
            clock: RetryClock(wait: { pauses.add($0) })
        )
    }

    @Test("A push is repeated when the server is busy, after the time it asks for")
    func busyServer() async throws {
        let server = ScriptedServer { _, count in
            switch count {
            case 0: .init(status: 503, body: "", headers: [("Retry-After", "7")])
            case 1: .init(status: 429, body: #"{"code":"overloaded"}"#)
            default: .init(status: 200, body: Self.success)
            }
        }
        let pauses = Pauses()
        let answer = try await server.run { url in
            try await client(url, pauses).push([draft], user: "me")
        }
        #expect(answer.stored == 1)
        #expect(server.paths.count == 3)
        #expect(pauses.all.count == 2)
        #expect(pauses.all[0] == .seconds(7))
        #expect(pauses.all[1] <= .seconds(1))
    }

    @Test("A push is given up after so many attempts, with the last reason")
    func alwaysBusy() async throws {
        let server = ScriptedServer { _, _ in
            .init(status: 503, body: #"{"code":"draining","detail":"The server stops."}"#)
        }
        let pauses = Pauses()
        try await server.run { url in
            let client = try client(url, pauses)
            let error = await #expect(throws: CommandError.self) {
                try await client.push([draft], user: "me")
            }
            #expect(error?.description == "draining: The server stops.")
        }
        #expect(server.paths.count == 4)
        #expect(pauses.all.count == 3)
    }

    @Test("A push to nobody is repeated, and then says whom it looked for")
    func nobody() async throws {
        let url = try await ScriptedServer { _, _ in .init(status: 200, body: "") }.run { $0 }
        let pauses = Pauses()
        let client = try client(url, pauses)
        let error = await #expect(throws: CommandError.self) {
            try await client.push([draft], user: "me")
        }
        #expect(error?.description.contains(url) == true)
        #expect(pauses.all.count == 3)
    }

    @Test(
        "What will not pass is not repeated",
        arguments: [
            (400, #"{"code":"malformedJSON","detail":"Bad."}"#, "malformedJSON: Bad."),
            (401, #"{"code":"unauthenticated","detail":""}"#, "unauthenticated"),
            (404, #"{"code":"userNotFound"}"#, "userNotFound"),
            (404, "<html>", "the server answered with status 404"),
            (501, "", "the server answered with status 501"),
            (307, #"{"code":7}"#, "the server answered with status 307"),
        ]
    )
    func refusals(status: Int, body: String, expected: String) async throws {
        let server = ScriptedServer { _, _ in .init(status: status, body: body) }
        let pauses = Pauses()
        try await server.run { url in
            let client = try client(url, pauses)
            let error = await #expect(throws: CommandError.self) {
                try await client.push([draft], user: "me")
            }
            #expect(error?.description == expected)
        }
        #expect(server.paths.count == 1)
        #expect(pauses.all.isEmpty)
    }

    @Test(
        "An answer that is not the API's is an error, never a crash",
        arguments: [
            "", "null", "[]", "{}", #"{"stored":1}"#, #"{"stored":"1","outcomes":[]}"#,
            #"{"stored":0,"outcomes":[{}]}"#, #"{"stored":0,"outcomes":[{"index":0}]}"#,
            #"{"stored":0,"outcomes":[{"index":0,"outcome":"eaten"}]}"#, "\u{0}", "{",
        ]
    )
    func strangeAnswers(body: String) async throws {
        let server = ScriptedServer { _, _ in .init(status: 200, body: body) }
        try await server.run { url in
            let client = try client(url)
            let error = await #expect(throws: CommandError.self) {
                try await client.push([draft], user: "me")
            }
            #expect(error?.description.contains(Self.secret) == false)
        }
    }

    @Test("What is put into a path stays one segment")
    func paths() {
        let path = APIPath.user("a/b?c", ["statistics", "ü"], query: [("x", "+1:00"), ("y", nil)])
        #expect(path.text == "/v1/users/a%2Fb%3Fc/statistics/%C3%BC?x=%2B1%3A00")
    }

    @Test("Errors of a real server are one line without the token")
    func realServer() async throws {
        try await withServer { server in
            let user = try await server.user()
            let stranger = try APIClient(baseURL: server.url, token: Self.secret)
            let refused = await #expect(throws: CommandError.self) {
                try await stranger.sources(user: user)
            }
            #expect(refused?.description == "unauthenticated: The token is not valid.")
            let missing = await #expect(throws: CommandError.self) {
                try await server.admin.sources(user: "nobody")
            }
            #expect(missing?.description == "userNotFound: There is no such user.")
        }
    }
}
