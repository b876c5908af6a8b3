import HTTPClient
import HTTPServer
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthService

/// How much a token may ask in a minute.
@Suite("Rate limits", .offPool)
struct RateLimitTests {
    private func settings(
        requests: Int? = nil,
        samples: Int? = nil,
        admin: Int? = nil
    ) -> TestAPISettings {
        var settings = TestAPISettings()
        settings.limits.rates.requestsPerMinute = requests
        settings.limits.rates.samplesPerMinute = samples
        settings.limits.rates.adminRequestsPerMinute = admin
        return settings
    }

    private func fields(_ answer: Answer) -> [String?] {
        [answer.headers["RateLimit-Policy"], answer.headers["RateLimit"]]
    }

    @Test("A token has its requests a minute, is told what is left, and gets more with time")
    func requests() async throws {
        try await withService(settings(requests: 3)) { api in
            let person = try await api.person()
            let path = "/v1/users/me/sources"
            for left in [2, 1, 0] {
                let answer = try await person.app.get(path)
                #expect(answer.status == 200)
                let rest = #""requests";r=\#(left);t=\#((3 - left) * 20)"#
                #expect(fields(answer) == [#""requests";q=3;w=60"#, rest])
            }
            let refused = try await person.app.get(path)
            #expect(refused.summary == "429 rateLimited")
            #expect(refused.headers["Retry-After"] == "20")
            #expect(fields(refused) == [#""requests";q=3;w=60"#, #""requests";r=0;t=20"#])
            api.clock.advance(bySeconds: 19)
            #expect(try await person.app.get(path).summary == "429 rateLimited")
            api.clock.advance(bySeconds: 1)
            #expect(try await person.app.get(path).status == 200)
        }
    }

    @Test("Refusals of every kind count and tell what is left, but for what needs no token")
    func everyAnswer() async throws {
        try await withService(settings(requests: 3)) { api in
            let person = try await api.person()
            let answers = [
                try await person.app.get("/v1/users/me/samples"),
                try await person.app.get("/v1/clients"),
                try await person.app.send("HEAD", "/v1/users/me/sources"),
            ]
            #expect(answers.map(\.status) == [400, 403, 200])
            for (answer, left) in zip(answers, [2, 1, 0]) {
                #expect(answer.headers["RateLimit"]?.hasPrefix(#""requests";r=\#(left);"#) == true)
            }
            let open = try await person.app.get("/livez")
            #expect(open.status == 200 && open.headers["RateLimit"] == nil)
        }
    }

    @Test("One token's requests leave another's alone, of the same user and client too")
    func apart() async throws {
        try await withService(settings(requests: 1)) { api in
            let person = try await api.person()
            let other = try await api.token(user: person.id, client: person.client)
            let path = "/v1/users/me/sources"
            #expect(try await person.app.get(path).status == 200)
            #expect(try await person.app.get(path).status == 429)
            let answer = try await other.app.get(path)
            #expect(answer.headers["RateLimit"] == #""requests";r=0;t=60"#)
        }
    }

    @Test("A push is judged by the samples before it, and the next waits until they are paid for")
    func samples() async throws {
        try await withService(settings(samples: 60)) { api in
            let person = try await api.person()
            let first = try await person.app.push(lines: Line.body(90))
            #expect(first.counts == "90/0/0")
            #expect(
                fields(first) == [
                    #""samples";q=60;qu="samples";w=60"#, #""samples";r=0;t=90"#,
                ]
            )
            let refused = try await person.app.push(steps("08:00", "08:10", 1))
            #expect(refused.summary == "429 rateLimited")
            #expect(refused.headers["Retry-After"] == "31")
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
            api.clock.advance(bySeconds: 31)
            #expect(try await person.app.push(steps("08:00", "08:10", 1)).counts == "1/0/0")
        }
    }

    @Test("Samples count whatever becomes of them, so that the count tells nothing of others")
    func rejected() async throws {
        try await withService(settings(samples: 60)) { api in
            let person = try await api.person(share: ["stepCount"])
            let sample = steps("08:00", "08:10", 1)
            let answers = [
                try await person.app.push(sample), try await person.app.push(sample),
                try await person.app.push(heartRate("08:00", 60)),
            ]
            #expect(answers.map(\.counts) == ["1/0/0", "0/1/0", "0/0/1"])
            let left = answers.map { $0.headers["RateLimit"] }
            #expect(left == (1...3).map { #""samples";r=\#(60 - $0);t=\#($0)"# })
        }
    }

    @Test("A push that has to wait is refused before its body is read")
    func beforeTheBody() async throws {
        try await withService(settings(samples: 1)) { api in
            let person = try await api.person()
            #expect(try await person.app.push(steps("08:00", "08:10", 1)).counts == "1/0/0")
            let connection = try RawConnection(port: api.port)
            connection.send(
                "POST /v1/users/me/samples HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n"
                    + "Content-Type: application/json\r\nExpect: 100-continue\r\n"
                    + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
            )
            let answer = connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
            #expect(answer.contains("rateLimited") && !answer.contains("100 Continue"))
        }
    }

    @Test("A long poll and a stream are one request each, however long they last")
    func waits() async throws {
        try await withService(settings(requests: 10)) { api in
            let person = try await api.person()
            let start = try await person.app.get("/v1/users/me/changes")
            let anchor = try #require(start["anchor"].string)
            let poll = Task {
                try await person.app.get("/v1/users/me/changes", ("anchor", anchor), ("wait", "60"))
            }
            let stream = try RawConnection(port: api.port)
            stream.send(
                "GET /v1/users/me/changes HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                    + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
            )
            let head = stream.read(until: "}\n\n")
            #expect(head.contains("RateLimit: \"requests\";r="))
            try await eventually("both wait") { api.hub.waiters == 2 }
            #expect(try await person.app.push(steps("08:00", "08:10", 1)).counts == "1/0/0")
            #expect(try await poll.value["added"].elements.count == 1)
            _ = stream.read(until: "}\n\n")
            let last = try await person.app.get("/v1/users/me/sources")
            #expect(last.headers["RateLimit"] == #""requests";r=5;t=30"#)
        }
    }

    @Test("The operator is not limited unless that is set")
    func admin() async throws {
        try await withService(settings(requests: 1, samples: 1)) { api in
            for _ in 0..<3 {
                let answer = try await api.admin.get("/v1/clients")
                #expect(answer.status == 200 && answer.headers["RateLimit"] == nil)
            }
        }
        try await withService(settings(admin: 2)) { api in
            #expect(try await api.admin.get("/v1/clients").status == 200)
            let last = try await api.admin.get("/v1/clients")
            #expect(last.headers["RateLimit"] == #""requests";r=0;t=60"#)
            #expect(try await api.admin.get("/v1/clients").summary == "429 rateLimited")
        }
    }

    @Test("Without limits there are no fields, and by default nobody meets one")
    func defaults() async throws {
        try await withService(settings()) { api in
            let person = try await api.person()
            let answer = try await person.app.get("/v1/users/me/sources")
            #expect(fields(answer) == [nil, nil])
        }
        // 8 connections that push 1000 samples each, a thousand times a second.
        let standard = RateLimits()
        #expect(try #require(standard.requestsPerMinute) >= 60_000)
        #expect(try #require(standard.samplesPerMinute) >= 60_000_000)
        #expect(standard.adminRequestsPerMinute == nil)
    }

    @Test("The fields tell a client without read nothing of what others do")
    func privacy() async throws {
        try await withService(settings(requests: 100, samples: 100)) { api in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            var seen: [[String?]] = []
            for isBusy in [false, true] {
                if isBusy { _ = try await other.app.push(lines: Line.body(50)) }
                seen.append(fields(try await person.app.push(steps("08:00", "08:10", 1))))
                api.clock.advance(bySeconds: 60)
            }
            #expect(seen[0] == seen[1])
        }
    }
}
