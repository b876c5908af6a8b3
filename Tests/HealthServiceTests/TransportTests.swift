import HTTPClient
import HTTPServer
import HealthService
import TestSupport
import Testing

/// What HTTP itself brings with it, through the service's words.
@Suite("Transport", .offPool)
struct TransportTests {
    @Test("HEAD gives the fields of GET and no body")
    func head() async throws {
        try await withService { api in
            let person = try await api.person()
            for path in ["/livez", "/openapi.json", "/v1/users/me/sources"] {
                let get = try await person.app.get(path)
                let head = try await person.app.send("HEAD", path)
                #expect(head.status == 200 && head.body.isEmpty)
                for name in ["Content-Type", "Content-Length", "Cache-Control"] {
                    #expect(head.headers[name] == get.headers[name] && get.headers[name] != nil)
                }
            }
            let refused = try await api.stranger.send("HEAD", "/v1/users/me/sources")
            #expect(refused.status == 401 && refused.body.isEmpty)
        }
    }

    @Test("A path that does not exist is not found, with a token or without")
    func unknownPath() async throws {
        try await withService { api in
            let paths = [
                "/", "/v1", "/v1/", "/v1/users/", "/v2/users", "/livez/", "//livez", "/LIVEZ",
                "/v1/users/me/samples/x/y", "/v1/users//sources", "/v1/users/%/sources",
                "/v1/users/%zz/sources", "/v1/users/%ff/sources", "/metrics/../livez",
            ]
            for path in paths {
                for caller in [api.stranger, api.admin] {
                    let answer = try await caller.get(path)
                    #expect(answer.summary == "404 notFound", "\(path)")
                }
            }
        }
    }

    @Test("A path that exists with other methods only says which")
    func wrongMethod() async throws {
        try await withService { api in
            let cases = [
                ("DELETE", "/v1/clients", "POST, GET"),
                ("PUT", "/v1/users/me", "GET, DELETE, PATCH"),
                ("POST", "/livez", "GET"), ("get", "/livez", "GET"),
                ("OPTIONS", "/v1/users/x/samples", "POST, GET"), ("HEAD", "/v1/grants", "POST"),
                ("GET", "/v1/tokens/x", "DELETE"), ("TRACE", "/readyz", "GET"),
            ]
            for (method, path, allow) in cases {
                let answer = try await api.stranger.send(method, path)
                #expect(answer.status == 405, "\(method) \(path)")
                #expect(answer.headers["Allow"] == allow)
            }
        }
    }

    @Test("Parts of a path may be percent-encoded")
    func percentEncoding() async throws {
        try await withService { api in
            let person = try await api.person()
            let encoded = person.id.utf8.map { "%" + String($0, radix: 16) }.joined()
            let answer = try await person.app.get("/v1/users/\(encoded)/sources")
            #expect(answer.status == 200)
            let me = try await person.app.get("/v1/users/%6d%65/sources/order/step%43ount")
            #expect(me.status == 200)
            let slash = try await person.app.get("/v1/users/me%2Fsources")
            #expect(slash.summary == "403 forbidden")
        }
    }

    @Test("A body of a gigabyte is refused as soon as it is announced")
    func hugeBody() async throws {
        try await withService { api in
            let person = try await api.person()
            let connection = try RawConnection(port: api.port)
            connection.send(
                "POST /v1/users/me/samples HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(person.app.token ?? "")\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n{"
            )
            let answer = connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains(#""code":"bodyTooLarge""#))
            #expect(try await api.stranger.get("/livez").status == 200)
        }
    }

    @Test("Calls other than a push have small bodies")
    func smallBodies() async throws {
        try await withService { api in
            let body = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
            let answer = try await api.admin.send("POST", "/v1/users", body: body)
            #expect(answer.summary == "413 bodyTooLarge")
        }
    }

    @Test("A compressed body is read as if it were not")
    func gzip() async throws {
        try await withService { api in
            let person = try await api.person()
            let body: JSONTree = ["samples": [steps("08:00", "08:10", 1)]]
            let answer = try await person.app.send(
                "POST",
                "/v1/users/me/samples",
                body: storedGzip(body.bytes),
                headers: [("Content-Encoding", "gzip")]
            )
            #expect(answer.counts == "1/0/0")
        }
    }

    @Test("A body that is not what its encoding says, or inflates too far, is refused")
    func badEncoding() async throws {
        var settings = TestAPISettings()
        settings.limits.inflatedBodyInBytes = 1000
        try await withService(settings) { api in
            let person = try await api.person()
            func send(_ body: [UInt8], _ encoding: String) async throws -> String {
                try await person.app.send(
                    "POST",
                    "/v1/users/me/samples",
                    body: body,
                    headers: [("Content-Encoding", encoding)]
                ).summary
            }
            let plain = JSONTree.object(["samples": []]).bytes
            let large = storedGzip([UInt8](repeating: 0x20, count: 1001))
            #expect(try await send(plain, "gzip") == "400 malformedEncoding")
            #expect(
                try await send(storedGzip(plain).dropLast(9), "gzip") == "400 malformedEncoding"
            )
            #expect(try await send(plain, "br") == "415 unsupportedEncoding")
            #expect(try await send(plain, "gzip, gzip") == "415 unsupportedEncoding")
            #expect(try await send(large, "gzip") == "413 inflatedTooLarge")
            #expect(try await send(plain, "identity") == "200")
        }
    }

    @Test("A request that HTTP does not allow is refused")
    func malformedRequests() async throws {
        try await withService { api in
            let cases = [
                ("GET /livez?a=%zz HTTP/1.1\r\nHost: x\r\n\r\n", "malformedRequest"),
                ("GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "malformedRequest"),
                (
                    "POST /v1/users HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n{}", "malformedRequest"
                ),
            ]
            for (request, code) in cases {
                let connection = try RawConnection(port: api.port)
                connection.send(request)
                let answer = connection.readToEnd()
                #expect(answer.contains(" 400 ") && answer.contains("\"code\":\"\(code)\""))
                #expect(answer.contains("Content-Type: application/problem+json"))
            }
        }
    }

    @Test("A request that trickles in is given up")
    func slowRequest() async throws {
        var settings = TestAPISettings()
        settings.http.requestDeadline = .milliseconds(200)
        try await withService(settings) { api in
            let connection = try RawConnection(port: api.port)
            connection.send("GET /livez HTTP/1.1\r\nHost: x\r\n")
            let answer = connection.readToEnd()
            #expect(answer.isEmpty || answer.contains(#""code":"requestTimeout""#))
            let slow = try RawConnection(port: api.port)
            slow.send(
                "POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            )
            let refused = slow.readToEnd()
            #expect(refused.hasPrefix("HTTP/1.1 408 "))
            #expect(refused.contains(#""code":"requestTimeout""#))
        }
    }

    @Test("Every answer names its request, and the log names it by the same id")
    func requestIDs() async throws {
        try await withService { api in
            let first = try await api.stranger.get("/v1/clients")
            let second = try await api.stranger.get("/livez")
            let ids = [first, second].compactMap { $0.headers["X-Request-Id"] }
            #expect(Set(ids).count == 2 && first["requestId"].string == ids[0])
            await api.server.stop(drainingFor: .seconds(5))
            let logged = api.log.lines.filter { $0["event"] == "request" }
            #expect(logged.compactMap { $0["requestId"].string }.sorted() == ids.sorted())
        }
    }

    @Test("The log tells patterns, not paths, and no method that was made up")
    func log() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.get(person.path("/sources"))
            _ = try await person.app.send("GEHEIM", "/Geheim/\(person.id)")
            await api.server.stop(drainingFor: .seconds(5))
            let lines = api.log.lines.suffix(2)
            #expect(lines.map { $0["route"] } == ["/v1/users/{user}/sources", "unmatched"])
            #expect(lines.map { $0["method"] } == ["GET", "other"])
            #expect(lines.map { $0["status"] } == [200, 404])
        }
    }
}

/// A gzip member that holds bytes uncompressed (RFC 1952; RFC 1951, section 3.2.4).
func storedGzip(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count < 65_536, "one stored block holds less")
    var crc: UInt32 = ~0
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    let count = UInt16(bytes.count)
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1]
    return head + littleEndian(count) + littleEndian(~count) + bytes + littleEndian(~crc)
        + littleEndian(UInt32(bytes.count))
}

private func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
