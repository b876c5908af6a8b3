import HTTPClient
import HTTPServer
import TestSupport
import Testing

@Suite("The blocking client", .offPool)
struct HTTPClientTests {
    @Test("sends method, path, fields, token and body, and gives status, fields and body")
    func roundTrip() async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            let head = request.head
            let parts: [String?] = [
                head.method, head.path, head.query.map(\.value).joined(), head.headers["X-A"],
                head.headers["Authorization"], head.headers["Expect"] ?? "no Expect",
                "\(request.body.count)",
            ]
            return HTTPResponse(
                status: 207,
                headers: [("X-B", "1"), ("x-b", "2"), ("X-Empty", "")],
                body: Array(parts.map { $0 ?? "-" }.joined(separator: "|").utf8)
            )
        }
        let response = try await withServer(answer) { base in
            try await offPool {
                let client = try HTTPClient(baseURL: base + "/", token: "secret")
                return try client.send(
                    ClientRequest(
                        method: "PUT",
                        path: "/a%2Fb/../c?q=1",
                        headers: [("X-A", "x")],
                        body: [UInt8](repeating: 1, count: 5000)
                    )
                )
            }
        }
        #expect(response.status == 207)
        #expect(response.headers["X-b"] == "1")
        #expect(response.headers.values(of: "x-B") == ["1", "2"])
        #expect(response.headers["x-none"] == nil)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text == "PUT|/a%2Fb/../c|1|x|Bearer secret|no Expect|5000")
    }

    @Test(
        "sends every method, with and without a body",
        arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
    )
    func methods(method: String) async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            HTTPResponse(
                status: 200,
                body: Array("\(request.head.method)\(request.body.count)".utf8)
            )
        }
        try await withServer(answer) { base in
            let responses = try await offPool {
                let client = try HTTPClient(baseURL: base)
                return try [nil, [], [1, 2]].map { body in
                    try client.send(ClientRequest(method: method, path: "/", body: body))
                }
            }
            let texts = responses.map { String(decoding: $0.body, as: UTF8.self) }
            let isHead = method == "HEAD"
            #expect(texts == (isHead ? ["", "", ""] : ["\(method)0", "\(method)0", "\(method)2"]))
            #expect(responses.allSatisfy { $0.status == 200 })
        }
    }

    @Test("keeps its connection, and connects anew when the server has closed it")
    func reconnection() async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            let closes = request.head.path == "/close"
            return HTTPResponse(status: 200, headers: closes ? [("Connection", "close")] : [])
        }
        try await withServer(answer) { base in
            let statuses = try await offPool {
                let client = try HTTPClient(baseURL: base)
                return try ["/", "/close", "/", "/"].map { path in
                    try client.send(ClientRequest(method: "GET", path: path)).status
                }
            }
            #expect(statuses == [200, 200, 200, 200])
        }
    }

    @Test("carries large bodies both ways unchanged")
    func largeBodies() async throws {
        let body = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try await withServer({ HTTPResponse(status: 200, body: $0.body.bytes) }) { base in
            let response = try await offPool {
                try HTTPClient(baseURL: base).send(
                    ClientRequest(method: "POST", path: "/", body: body)
                )
            }
            #expect(response.body == body)
        }
    }

    @Test("hears why the server refuses a body, even one it has not finished sending")
    func refusedUpload() async throws {
        try await withServer({ _ in HTTPResponse(status: 200) }) { base in
            let statuses = try await offPool {
                let client = try HTTPClient(baseURL: base)
                return try (0..<20).map { _ in
                    try client.send(
                        ClientRequest(
                            method: "POST",
                            path: "/",
                            body: [UInt8](repeating: 0, count: (32 << 20) + 1)
                        )
                    ).status
                }
            }
            #expect(Set(statuses) == [413])
        }
    }

    @Test("gives up when the answer takes too long, and works again afterwards")
    func timeout() async throws {
        let answer: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
            if request.head.path == "/slow" { try? await Task.sleep(for: .seconds(2)) }
            return HTTPResponse(status: 204)
        }
        try await withServer(answer) { base in
            let (error, status) = try await offPool {
                let client = try HTTPClient(baseURL: base)
                let error = #expect(throws: HTTPClientError.self) {
                    let slow = ClientRequest(
                        method: "GET",
                        path: "/slow",
                        timeout: .milliseconds(50)
                    )
                    return try client.send(slow)
                }
                return (error, try client.send(ClientRequest(method: "GET", path: "/")).status)
            }
            #expect(error?.code == .timeout)
            #expect(status == 204)
        }
    }

    @Test("takes no answer larger than its limit, and works again afterwards")
    func answerTooLarge() async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            let size = request.head.path == "/large" ? 100_001 : 100_000
            return HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: size))
        }
        try await withServer(answer) { base in
            let (error, count) = try await offPool {
                let client = try HTTPClient(baseURL: base, bodyLimit: 100_000)
                let error = #expect(throws: HTTPClientError.self) {
                    try client.send(ClientRequest(method: "GET", path: "/large"))
                }
                let small = try client.send(ClientRequest(method: "GET", path: "/"))
                return (error, small.body.count)
            }
            #expect(error?.code == .tooLarge)
            #expect(count == 100_000)
        }
    }

    @Test("says so when nobody listens")
    func refusedConnection() async throws {
        let base = try await withServer({ _ in HTTPResponse(status: 200) }) { $0 }
        let error = try await offPool {
            #expect(throws: HTTPClientError.self) {
                let client = try HTTPClient(baseURL: base, token: "topsecret")
                return try client.send(ClientRequest(method: "GET", path: "/"))
            }
        }
        #expect(error?.code == .connection)
        #expect(error?.description.contains("topsecret") == false)
    }

    @Test(
        "does not take what is no answer for one",
        arguments: [
            ("", HTTPClientError.Code.connection),
            ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", .connection),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", .connection),
            ("HTTP/1.1 200 OK\r\nContent-Le", .connection),
            ("SSH-2.0-x\r\n", .transfer),
        ]
    )
    func brokenAnswer(text: String, code: HTTPClientError.Code) async throws {
        let server = CannedServer(text)
        let error = try await offPool {
            #expect(throws: HTTPClientError.self) {
                try HTTPClient(baseURL: server.baseURL).send(
                    ClientRequest(method: "GET", path: "/", timeout: .seconds(5))
                )
            }
        }
        #expect(error?.code == code)
    }

    @Test("does not follow redirects")
    func redirect() async throws {
        let response = HTTPResponse(status: 302, headers: [("Location", "/elsewhere")])
        try await withServer({ _ in response }) { base in
            let response = try await offPool {
                try HTTPClient(baseURL: base).send(ClientRequest(method: "GET", path: "/"))
            }
            #expect(response.status == 302)
            #expect(response.headers["location"] == "/elsewhere")
        }
    }

    @Test("says so when the server does not speak TLS")
    func noTLS() async throws {
        try await withServer({ _ in HTTPResponse(status: 200) }) { base in
            let error = try await offPool {
                #expect(throws: HTTPClientError.self) {
                    let secure = base.replacing("http://", with: "https://")
                    return try HTTPClient(baseURL: secure).send(
                        ClientRequest(method: "GET", path: "/", timeout: .seconds(5))
                    )
                }
            }
            #expect(error?.code == .tls)
        }
    }

    @Test(
        "refuses a base URL that is not one",
        arguments: [
            "", "localhost", "ftp://localhost", "file:///etc/passwd", "http://", "http://a b/",
            "http://user:password@localhost", "http://localhost/?q", "http://localhost/#f",
            "http://localhost:99999", "http://localhost\r\n",
        ]
    )
    func badBaseURL(text: String) {
        let error = #expect(throws: HTTPClientError.self) { _ = try HTTPClient(baseURL: text) }
        #expect(error?.code == .invalidURL)
    }

    @Test("refuses what HTTP cannot carry, and does not repeat it")
    func badRequest() throws {
        let client = try HTTPClient(baseURL: "http://127.0.0.1:1")
        let requests = [
            ClientRequest(method: "GET", path: "relative"),
            ClientRequest(method: "GET", path: "/a b"),
            ClientRequest(method: "GET", path: "/a#b"),
            ClientRequest(method: "GET", path: "/a\r\nX: y"),
            ClientRequest(method: "G T", path: "/"),
            ClientRequest(method: "", path: "/"),
            ClientRequest(method: "GET", path: "/", headers: [("X", "secret\r\nY: z")]),
            ClientRequest(method: "GET", path: "/", headers: [("X Y", "secret")]),
        ]
        for request in requests {
            let error = #expect(throws: HTTPClientError.self) { try client.send(request) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.description.contains("secret") == false)
        }
        let error = #expect(throws: HTTPClientError.self) {
            _ = try HTTPClient(baseURL: "http://127.0.0.1:1", token: "secret\n")
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("secret") == false)
    }
}
