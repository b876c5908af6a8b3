import HealthAPI
import TestSupport
import Testing

/// Header fields that come twice, are too long, or carry what belongs on a line of its own.
@Suite("Hostile header fields", .offPool)
struct HeaderAttackTests {
    /// The head of the answer to a request of these lines.
    private func head(_ api: TestAPI, _ lines: [String]) throws -> String {
        let connection = try RawConnection(port: api.port)
        connection.send((lines + ["Connection: close", "", ""]).joined(separator: "\r\n"))
        return String(connection.readToEnd().split(separator: "\r\n\r\n").first ?? "")
    }

    private func status(_ head: String) -> String {
        head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    }

    @Test("Line ends in paths and queries never become fields of an answer, on any route")
    func injection() async throws {
        try await withService(.unlimited) { api in
            let person = try await api.person()
            let injected = "%0d%0aX-Injected:%20yes%0d%0aSet-Cookie:%20a=b"
            for row in RouteRow.all where row.method == "GET" {
                let good = RouteRow.values(user: "me", client: "1")
                var targets = [row.path(good) + "?lang=en\(injected)&request=\(injected)"]
                for name in row.parameters {
                    targets.append(row.path(good.merging([name: injected]) { $1 }))
                }
                for target in targets {
                    let head = try head(
                        api,
                        [
                            "GET \(target) HTTP/1.1", "Host: x",
                            "Authorization: Bearer \(person.app.token ?? "")",
                        ]
                    )
                    let lines = head.lowercased().split(separator: "\r\n")
                    #expect(!lines.contains { $0.hasPrefix("x-injected") }, "\(target)")
                    #expect(!lines.contains { $0.hasPrefix("set-cookie: a=") }, "\(target)")
                    #expect(!head.isEmpty && !status(head).hasPrefix("5"), "\(target)")
                }
            }
        }
    }

    @Test("No answer repeats what a field of the request says")
    func echo() async throws {
        try await withService(.unlimited) { api in
            let person = try await api.person()
            let names = [
                "X-Forwarded-Host", "X-Forwarded-For", "X-Request-Id", "Forwarded", "Origin",
                "Referer", "User-Agent", "Accept-Language", "Accept", "Content-Type", "Cookie",
                "X-Original-URL", "X-Rewrite-URL", "X-HTTP-Method-Override", "If-None-Match",
            ]
            for row in RouteRow.all where row.method == "GET" {
                let target = row.path(RouteRow.values(user: "me", client: "1"))
                let connection = try RawConnection(port: api.port)
                let fields = names.map { "\($0): evil.example" }
                let lines =
                    [
                        "GET \(target) HTTP/1.1", "Host: evil.example",
                        "Authorization: Bearer \(person.app.token ?? "")",
                    ] + fields + ["Connection: close", "", ""]
                connection.send(lines.joined(separator: "\r\n"))
                let answer = connection.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 "), "\(row.name)")
                #expect(!answer.contains("evil.example"), "\(row.name)")
            }
        }
    }

    @Test("Two Authorization fields speak for nobody, whichever comes first")
    func twoAuthorizations() async throws {
        try await withService(.unlimited) { api in
            let (one, other) = (try await api.person(), try await api.person())
            let tokens = [one.app.token ?? "", other.app.token ?? "", "trib_c_unknown"]
            for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (0, 0)] {
                let head = try head(
                    api,
                    [
                        "GET /v1/users/me/sources HTTP/1.1", "Host: x",
                        "Authorization: Bearer \(tokens[first])",
                        "Authorization: Bearer \(tokens[second])",
                    ]
                )
                #expect(["400", "401"].contains(status(head)), "\(first) \(second)")
            }
        }
    }

    @Test("Fields beyond the limit are refused, and the server answers the next")
    func oversized() async throws {
        try await withService(.unlimited) { api in
            let long = String(repeating: "a", count: 100_000)
            for name in ["Authorization", "Cookie", "Accept-Language", "Host", "X-Long"] {
                let head = try head(api, ["GET /sheet HTTP/1.1", "Host: x", "\(name): \(long)"])
                #expect(["400", "431"].contains(status(head)), "\(name): \(status(head))")
            }
            let many = (0..<5000).map { "X-\($0): a" }
            let refused = try head(api, ["GET /sheet HTTP/1.1", "Host: x"] + many)
            #expect(status(refused) == "431")
            #expect(try await api.stranger.get("/livez").status == 200)
        }
    }
}
