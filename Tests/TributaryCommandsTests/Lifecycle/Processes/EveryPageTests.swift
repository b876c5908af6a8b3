import HTTPClient
import HealthAPI
import TestSupport
import Testing

extension LifecycleTests.EveryCallTests {
    /// Somebody at the pages of a server, with the cookie that they were given.
    private struct Visitor: Sendable {
        let http: AsyncHTTPClient
        let url: String
        var cookie = ""
        /// The calls that were made, as the contract names them.
        var calls: Set<String> = []

        /// Makes a call and answers its status and its text.
        mutating func call(
            _ method: String,
            _ path: String,
            _ form: [(String, String)] = []
        ) async throws -> (status: Int, text: String) {
            let body = form.map { $0 + "=" + PercentEncoding.encode($1) }.joined(separator: "&")
            let isForm = method == "POST"
            let response = try await http.send(
                ClientRequest(
                    method: method,
                    path: path,
                    headers: [("Cookie", cookie)]
                        + (isForm
                            ? [
                                ("Origin", url),
                                ("Content-Type", "application/x-www-form-urlencoded"),
                            ] : []),
                    body: isForm ? Array(body.utf8) : nil
                )
            )
            if let set = response.headers["Set-Cookie"] {
                cookie = String(set.prefix { $0 != ";" })
            }
            let local = String(path.prefix { $0 != "?" })
            if case .found(_, let pattern) = Route.match(method: method, path: local) {
                calls.insert("\(method) \(pattern)")
            }
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }

        /// Asks for a page and answers the token of its forms.
        mutating func token(_ path: String) async throws -> String {
            let page = try await call("GET", path)
            #expect(page.status == 200, "\(path)")
            let field = page.text.firstMatch(of: /name="token" value="([A-Za-z0-9_-]+)"/)
            return try String(#require(field).1)
        }
    }

    @Test("A person signs in, answers an app and takes it back: every page once")
    func everyPage() async throws {
        struct Asked: Decodable { let userCode: String }
        struct Code: Decodable { let code: String }
        struct Grants: Decodable { let share: [String] }
        struct Client: Decodable { let id: String }
        struct Token: Decodable { let token: String }
        let folder = try TemporaryFolder()
        let server = try await Server.start(in: folder)
        let admin = try server.admin()
        let person = try await Person(by: admin)
        // One of whom nothing was decided yet.
        let client: Client = try await admin.read(
            "POST",
            "/v1/clients",
            #"{"bundleIdentifier":"com.example.asking","name":"Asking"}"#
        )
        let issued: Token = try await admin.read(
            "POST",
            "/v1/users/\(person.id)/tokens",
            #"{"client":"\#(client.id)"}"#
        )
        let app = try Caller(server.url, token: issued.token)
        let asked: Asked = try await app.read(
            "POST",
            "/v1/users/me/authorization-requests",
            #"{"share":["bodyMass"],"shareUsageDescription":"To keep your weight."}"#
        )
        let code: Code = try await admin.read("POST", "/v1/users/\(person.id)/access-codes", "{}")
        var visitor = Visitor(http: try AsyncHTTPClient(baseURL: server.url), url: server.url)

        #expect(try await visitor.call("GET", "/sheet/sign-in?code=\(code.code)").status == 200)
        #expect(try await visitor.call("GET", "/sheet/style.css").status == 200)
        #expect(try await visitor.call("GET", "/sheet/sheet.js").status == 200)
        let signIn = try await visitor.call("POST", "/sheet/sign-in", [("code", code.code)])
        #expect(signIn.status == 303)
        let request = "/sheet/requests/\(asked.userCode)"
        let token = try await visitor.token(request)
        let form = [("token", token), ("action", "allow"), ("share.bodyMass", "on")]
        #expect(try await visitor.call("POST", request, form).status == 303)
        let grantsPath = "/v1/users/\(person.id)/grants/\(client.id)"
        let weight = "HKQuantityTypeIdentifierBodyMass"
        let granted: Grants = try await admin.read("GET", grantsPath)
        #expect(granted.share.contains(weight))
        _ = try await visitor.token("/sheet/apps/\(client.id)")
        let off = [("token", token), ("action", "save"), ("shown.share.bodyMass", "on")]
        #expect(try await visitor.call("POST", "/sheet/apps/\(client.id)", off).status == 303)
        let left: Grants = try await admin.read("GET", grantsPath)
        #expect(left.share.isEmpty)
        _ = try await visitor.token("/sheet")
        #expect(try await visitor.call("POST", "/sheet/sign-out", [("token", token)]).status == 303)
        #expect(try await visitor.call("GET", "/sheet").status == 303)

        let pages = Route.patterns.filter { Route.isSheet(path: $0.path) }
        #expect(visitor.calls == Set(pages.map { "\($0.method) \($0.path)" }))
        #expect(try await server.stop() == 0)
    }
}
