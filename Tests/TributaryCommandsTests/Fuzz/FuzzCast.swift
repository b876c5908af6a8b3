import Foundation
import HTTPClient
import TestSupport

/// Whom a lane speaks for: a person of its own, a client of theirs, an admin, a visitor of the pages.
struct FuzzCast: Sendable {
    /// The user's id.
    let user: String
    /// The client's token.
    let token: String
    /// The admin token.
    let adminToken: String
    /// The cookie of somebody who is signed in.
    let cookie: String
    /// The token of that person's forms.
    let formToken: String
    /// The code of a request that waits for the person.
    let userCode: String

    /// Makes them.
    init(by admin: Caller, adminToken: String, server: Server, log: FuzzLog) async throws {
        struct Asked: Decodable { let userCode: String }
        struct Code: Decodable { let code: String }
        struct Made: Decodable { let id: String }
        struct Token: Decodable { let token: String }
        let person = try await Person(by: admin)
        // A client that nothing was decided about, to ask for something.
        let client: Made = try await admin.read(
            "POST",
            "/v1/clients",
            #"{"bundleIdentifier":"com.example.\#(UUID().uuidString)","name":"Asking"}"#
        )
        let asking: Token = try await admin.read(
            "POST",
            "/v1/users/\(person.id)/tokens",
            #"{"client":"\#(client.id)"}"#
        )
        let app = try Caller(server.url, token: asking.token)
        (user, token, self.adminToken) = (person.id, person.token, adminToken)
        let asked: Asked = try await app.read(
            "POST",
            "/v1/users/me/authorization-requests",
            #"{"share":["bodyMass"],"shareUsageDescription":"To keep your weight."}"#
        )
        userCode = asked.userCode
        let path = "/v1/users/\(person.id)/access-codes"
        let code: Code = try await admin.read("POST", path, "{}")
        let http = try AsyncHTTPClient(baseURL: server.url)
        let signedIn = try await http.send(
            ClientRequest(
                method: "POST",
                path: "/sheet/sign-in",
                headers: [
                    ("Origin", server.url), ("Content-Type", FormFuzz.type),
                ],
                body: Array("code=\(code.code)".utf8)
            )
        )
        cookie = String((signedIn.headers["Set-Cookie"] ?? "").prefix { $0 != ";" })
        let page = try await http.send(
            ClientRequest(method: "GET", path: "/sheet", headers: [("Cookie", cookie)])
        )
        let field = String(decoding: page.body, as: UTF8.self)
            .firstMatch(of: /name="token" value="([A-Za-z0-9_-]+)"/)
        formToken = field.map { String($0.1) } ?? ""
        [person.token, asking.token, code.code, formToken].filter { !$0.isEmpty }.forEach(
            log.forbid
        )
    }
}
