import HealthAPI
import TestSupport
import Testing

/// Paths written so that somebody might take them for others.
@Suite("Path tricks", .offPool)
struct PathAttackTests {
    /// Ways to write a path that is not the one they look like.
    private static let tricks = [
        "/v1/users/me/../me/sources", "/v1/users/me/%2e%2e/me/sources", "/v1/users/me/./sources",
        "/v1/users/me/%2e/sources", "//v1/users/me/sources", "/v1//users/me/sources",
        "/v1/users//sources", "/v1/users/me//sources", "/v1/users/me/sources/",
        "/v1/users/me/sources;a=b", "/v1/users/me;a=b/sources", "/v1/users/me/sources%00",
        "/v1/users/me%00/sources", "/v1/users/me%2fsources", "/v1/users/me%2Fsources",
        "/v1%2fusers%2fme%2fsources", "/v1/users/me\\sources", "/v1/users/me%5csources",
        "/V1/users/me/sources", "/v1/Users/me/sources", "/v1/users/ME/sources",
        "/v1/users/me/sources.json", "/v1/users/me/sources%20", "/v1/users/%20me/sources",
        "/v1/users/me/%c0%ae%c0%ae/sources", "/v1/users/me/sources%23", "/v1/users/%ff/sources",
        "/v1/users/me/..%2f..%2fclients", "/v1/users/me/../../clients", "/livez/../v1/clients",
        "/sheet/../v1/clients", "/sheet/%2e%2e/v1/clients", "/v1/clients/%2e/", "/./v1/clients",
        "/openapi.json/../v1/clients", "/livez/", "/livez;", "/sheet/style.css/../../v1/clients",
        "/v1/users/%6d%65%0a/sources",
    ]

    private func answer(_ api: TestAPI, _ target: String, token: String?) throws -> String {
        let connection = try RawConnection(port: api.port)
        connection.send(
            "GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(token ?? "")\r\n\r\n"
        )
        return connection.readToEnd()
    }

    @Test("A path that is not written as it is leads nowhere, for clients and admins")
    func tricks() async throws {
        try await withService { api in
            let person = try await api.person()
            for target in Self.tricks {
                for token in [person.app.token, TestAPI.adminToken] {
                    let answer = try answer(api, target, token: token)
                    let status = answer.split(separator: " ").dropFirst().first ?? ""
                    // Where what looks like more is the name of a user, a client may not ask of one.
                    #expect(["400", "403", "404"].contains(status), "\(target): \(status)")
                    #expect(!answer.contains("bundleIdentifier"), "\(target)")
                }
            }
        }
    }

    @Test("Letters may be escaped, which changes nothing about who may call")
    func escaped() async throws {
        try await withService { api in
            let person = try await api.person()
            let own = try answer(api, "/v1/users/%6d%65/sources", token: person.app.token)
            #expect(own.hasPrefix("HTTP/1.1 200 "))
            let clients = try answer(api, "/v1/clients", token: person.app.token)
            #expect(clients.hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test("Parameters of any length are refused in words of ordinary length, on every route")
    func overlong() async throws {
        try await withService { api in
            let person = try await api.person()
            let long = String(repeating: "a", count: 8000)
            for row in RouteRow.all where row.method == "GET" {
                for name in row.parameters {
                    let values = RouteRow.values(user: "me", client: "1")
                        .merging([name: long]) { $1 }
                    let answer = try answer(api, row.path(values), token: person.app.token)
                    let status = answer.split(separator: " ").dropFirst().first ?? ""
                    #expect(!status.hasPrefix("5") && !status.isEmpty, "\(row.name) \(name)")
                    #expect(!answer.contains(long), "\(row.name) \(name)")
                }
            }
        }
    }
}
