import Crypto
import HealthAPI
import HealthStore
import TestSupport
import Testing

@testable import HealthService

/// Far more who wait for one user's changes than the queue for connections has places.
@Suite("A crowd that waits for changes", .offPool, .timeLimit(.minutes(2)))
struct ChangeCrowdTests {
    private static let settings: TestAPISettings = {
        var settings = TestAPISettings()
        settings.poolSize = 1
        settings.poolQueue = 6
        settings.limits.changeReadersAtOnce = 3
        return settings
    }()

    private func open(
        _ api: TestAPI,
        _ person: Person,
        query: String = "",
        accept: String
    ) throws -> RawConnection {
        let connection = try RawConnection(port: api.port)
        connection.send(
            "GET /v1/users/me/changes\(query) HTTP/1.1\r\nHost: x\r\nAccept: \(accept)\r\n"
                + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
        )
        return connection
    }

    @Test("One push tells every stream and every long poll, and finds room itself")
    func all() async throws {
        try await withService(Self.settings) { api in
            let person = try await api.person()
            let anchor = try await person.app.get("/v1/users/me/changes")["anchor"].string ?? ""
            try await forgetToken(of: person, api)
            let streams = try (0..<60).map { _ in
                try open(api, person, accept: "text/event-stream")
            }
            for stream in streams { #expect(stream.read(until: "}\n\n").contains("200 OK")) }
            let polls = try (0..<60).map { _ in
                try open(
                    api,
                    person,
                    query: "?wait=60&anchor=\(anchor)",
                    accept: "application/json"
                )
            }
            try await eventually("all wait") { api.hub.waiters == 120 }
            #expect(try await person.app.push(steps("08:00", "08:10", 41)).counts == "1/0/0")
            for stream in streams {
                #expect(stream.read(until: "}\n\n").contains(#""value":41"#))
            }
            for poll in polls {
                let answer = poll.read(until: #""more":false}"#)
                #expect(answer.contains("200 OK") && answer.contains(#""value":41"#))
            }
            #expect(api.log.lines.allSatisfy { $0["event"] != "database" })
            // Nobody was cut: the next push is heard by all of them, too.
            _ = try await person.app.push(steps("09:00", "09:10", 42))
            for stream in streams {
                #expect(stream.read(until: "}\n\n").contains(#""value":42"#))
            }
        }
    }

    /// Waits until the server remembers tokens, and has it forget this one again: all who come next
    /// ask after it at once.
    private func forgetToken(of person: Person, _ api: TestAPI) async throws {
        let authenticator = api.service.authenticator
        let secret = Array((person.app.token ?? "").utf8)
        try await eventually("tokens are remembered") {
            _ = try await authenticator.principal(ofSecret: secret)
            return authenticator.hasRemembered(secret)
        }
        authenticator.forget(token: HealthStore.tokenID(ofHash: SHA256.hash(secret)))
    }

    @Test("Clients that went away while they waited for their turn keep nobody from theirs")
    func gone() async throws {
        try await withService(Self.settings) { api in
            let person = try await api.person()
            try await forgetToken(of: person, api)
            var crowd = try (0..<60).map { _ in
                try open(api, person, accept: "text/event-stream")
            }
            for stream in crowd { #expect(stream.read(until: "}\n\n").contains("200 OK")) }
            let last = try open(api, person, accept: "text/event-stream")
            _ = last.read(until: "}\n\n")
            try await eventually("all wait") { api.hub.waiters == 61 }
            _ = try await person.app.push(steps("08:00", "08:10", 41))
            crowd = []
            #expect(last.read(until: "}\n\n").contains(#""value":41"#))
            try await eventually("the others left") {
                api.hub.waiters == 1 && api.service.changeGate.waiting == 0
            }
        }
    }
}
