import HTTPServer
import TestSupport
import Testing

/// A request that breaks the rules, and what it gets.
struct HostileRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: String
    let status: Int
    let code: String

    init(_ name: String, _ bytes: String, _ status: Int = 400, _ code: String = "badRequest") {
        testDescription = name
        self.bytes = bytes
        self.status = status
        self.code = code
    }
}

private let start = "POST / HTTP/1.1\r\nHost: x\r\n"
private let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

/// Requests that the server words its refusal of.
private let refused = [
    HostileRequest(
        "two different Content-Lengths",
        start + "Content-Length: 5\r\nContent-Length: 40\r\n\r\nhello" + smuggled
    ),
    HostileRequest(
        "the same Content-Length twice",
        start + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello" + smuggled
    ),
    HostileRequest(
        "Content-Length with Transfer-Encoding",
        start + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled
    ),
    HostileRequest(
        "an unknown Transfer-Encoding",
        start + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + smuggled
    ),
    HostileRequest(
        "Transfer-Encoding twice",
        start + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + smuggled
    ),
    HostileRequest(
        "Transfer-Encoding in HTTP/1.0",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    HostileRequest("no Host", "GET / HTTP/1.1\r\n\r\n"),
    HostileRequest("two Hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
    HostileRequest(
        "two Authorizations",
        start + "Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n" + smuggled
    ),
    HostileRequest(
        "two Content-Types",
        start + "Content-Type: text/plain\r\nContent-Type: application/json\r\n\r\n" + smuggled
    ),
    HostileRequest(
        "a blank before the colon",
        start + "Content-Length : 5\r\n\r\nhello" + smuggled
    ),
    HostileRequest("a control character", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\u{1}b\r\n\r\n"),
    HostileRequest("a bare carriage return", "GET / HTTP/1.1\r\nHost: x\r\nX-A: a\rb\r\n\r\n"),
    HostileRequest("a blank in the path", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest("bytes beyond ASCII", "GET /ä HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest("a fragment", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest("a target that is no path", "GET a HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest("a broken percent escape", "GET /?a=%4 HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest("a query that is not UTF-8", "GET /?a=%FF HTTP/1.1\r\nHost: x\r\n\r\n"),
    HostileRequest(
        "a body over the limit",
        start + "Content-Length: 1048577\r\n\r\n",
        413,
        "bodyTooLarge"
    ),
    HostileRequest(
        "a gigabyte announced",
        start + "Content-Length: 1073741824\r\n\r\n0123456789",
        413,
        "bodyTooLarge"
    ),
    HostileRequest(
        "another content encoding",
        start + "Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc",
        415,
        "unsupportedEncoding"
    ),
    HostileRequest(
        "two content encodings",
        start + "Content-Encoding: gzip, gzip\r\nContent-Length: 3\r\n\r\nabc",
        415,
        "unsupportedEncoding"
    ),
]

/// Requests that the library itself refuses.
private let unparsable = [
    HostileRequest("a negative Content-Length", start + "Content-Length: -5\r\n\r\nhello"),
    HostileRequest("a Content-Length of letters", start + "Content-Length: five\r\n\r\nhello"),
    HostileRequest("a Content-Length list", start + "Content-Length: 5, 5\r\n\r\nhello"),
    HostileRequest(
        "a Content-Length beyond 64 bits",
        start + "Content-Length: 99999999999999999999999\r\n\r\n",
        413
    ),
    HostileRequest("a line without a colon", "GET / HTTP/1.1\r\nHost x\r\n\r\n"),
    HostileRequest(
        "a chunk size of letters",
        start + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"
    ),
    HostileRequest(
        "a chunk beyond 64 bits",
        start + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n",
        413
    ),
    HostileRequest(
        "64 KB of header",
        "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + String(repeating: "a", count: 65_536)
            + "\r\n\r\n",
        431
    ),
    HostileRequest(
        "thousands of header fields",
        "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "X-A: b\r\n", count: 3000) + "\r\n",
        431
    ),
    HostileRequest(
        "64 KB of path",
        "GET /" + String(repeating: "a", count: 65_536) + " HTTP/1.1\r\nHost: x\r\n\r\n",
        414
    ),
]

@Suite("A hostile request", .offPool)
struct HostileRequestTests {
    @Test(
        "is refused with its cause, and nothing behind it is read as a request",
        arguments: refused
    )
    func refusal(_ request: HostileRequest) async throws {
        let handler = TestHandler()
        try await withServer(handler) { port in
            let (answer, rest) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(request.bytes)
                let answer = try connection.answer()
                connection.endSending()
                return (answer, try connection.rest())
            }
            #expect(answer.status == request.status)
            #expect(answer.text == request.code)
            #expect(answer.headers["connection"] == "close")
            #expect(answer.headers["x-request-id"] != nil)
            #expect(answer.headers["date"] != nil)
            #expect(rest == "")
        }
    }

    @Test("that cannot be parsed is refused and the connection closed", arguments: unparsable)
    func parseFailure(_ request: HostileRequest) async throws {
        try await withServer { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                // The server may have hung up before all was sent.
                try? connection.send(request.bytes + smuggled)
                return try connection.rest()
            }
            #expect(text.hasPrefix("HTTP/1.1 \(request.status) "))
            #expect(!text.contains("/smuggled"))
        }
    }

    @Test("leaves the server able to answer the next client")
    func recovery() async throws {
        try await withServer { port in
            try await offPool {
                for request in refused + unparsable {
                    try? RawConnection(port: port).send(request.bytes)
                }
            }
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET /after HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.text == "GET /after\n")
        }
    }

    @Test("of random bytes never stops the server", arguments: [1, 2, 3, 4] as [UInt64])
    func noise(seed: UInt64) async throws {
        try await withServer { port in
            let answer = try await offPool {
                var generator = SeededGenerator(seed: seed)
                for _ in 0..<50 {
                    let connection = try RawConnection(port: port)
                    let count = Int.random(in: 1...2000, using: &generator)
                    let noise = (0..<count).map { _ in
                        // Line ends and blanks are common, so that parsing gets somewhere.
                        Bool.random(using: &generator)
                            ? UInt8.random(in: .min ... .max, using: &generator)
                            : [13, 10, 32, 58].randomElement(using: &generator) ?? 0
                    }
                    try? connection.send(Array("POST / HTTP/1.1\r\n".utf8) + noise)
                    connection.endSending()
                    _ = try connection.rest()
                }
                let connection = try RawConnection(port: port)
                try connection.send("GET /after HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.text == "GET /after\n", "seed \(seed)")
        }
    }
}
