import HTTPServer
import TestSupport
import Testing

@Suite("The body of a request", .offPool)
struct BodyLimitTests {
    private static let start = "POST / HTTP/1.1\r\nHost: x\r\n"

    @Test("may be exactly as large as allowed", arguments: [true, false])
    func atTheLimit(isChunked: Bool) async throws {
        var handler = TestHandler()
        handler.limit = 100_000
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                let body = String(repeating: "a", count: 100_000)
                let request =
                    isChunked
                    ? "Transfer-Encoding: chunked\r\n\r\n186a0\r\n\(body)\r\n0\r\n\r\n"
                    : "Content-Length: 100000\r\n\r\n\(body)"
                try connection.send(Self.start + request)
                return try connection.answer()
            }
            #expect(answer.body.count == 100_000 + "POST /\n".utf8.count)
        }
    }

    @Test("in chunks is refused as soon as it passes the limit, and the connection ends")
    func chunkedOverTheLimit() async throws {
        var handler = TestHandler()
        handler.limit = 100_000
        try await withServer(handler) { port in
            let (answer, rest) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Transfer-Encoding: chunked\r\n\r\n")
                let chunk = "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n"
                // More than the limit, and never an end.
                for _ in 0..<40 { try connection.send(chunk) }
                let answer = try connection.answer()
                connection.endSending()
                return (answer, try connection.rest())
            }
            #expect(answer.status == 413)
            #expect(answer.text == "bodyTooLarge")
            #expect(answer.headers["connection"] == "close")
            #expect(rest == "")
        }
    }

    @Test("is not asked for when the request is refused")
    func expectationRefused() async throws {
        var handler = TestHandler()
        handler.refusal = { _ in HTTPResponse(status: 401, body: Array("no".utf8)) }
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    Self.start + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                )
                return try connection.rest()
            }
            #expect(text.hasPrefix("HTTP/1.1 401 "))
            #expect(text.contains("Connection: close\r\n"))
            #expect(text.hasSuffix("\r\n\r\nno"))
        }
    }

    @Test("is asked for when the client waits and the request is admitted")
    func expectationMet() async throws {
        try await withServer { port in
            let (interim, answer) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    Self.start + "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n"
                )
                let interim = try connection.answer()
                try connection.send("body")
                return (interim, try connection.answer())
            }
            #expect(interim.status == 100)
            #expect(answer.text == "POST /\nbody")
        }
    }

    @Test("of a refused request is not read as the next request")
    func refusedBody() async throws {
        var handler = TestHandler()
        handler.refusal = { head in head.path == "/no" ? HTTPResponse(status: 403) : nil }
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
                try connection.send(
                    "POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: \(hidden.utf8.count)\r\n\r\n"
                        + hidden
                )
                connection.endSending()
                return try connection.rest()
            }
            #expect(text.hasPrefix("HTTP/1.1 403 "))
            #expect(!text.contains("hidden"))
        }
    }

    @Test("does not keep a refused request without one from being followed by another")
    func refusedWithoutBody() async throws {
        var handler = TestHandler()
        handler.refusal = { head in head.path == "/no" ? HTTPResponse(status: 404) : nil }
        try await withServer(handler) { port in
            let (refusal, answer) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET /no HTTP/1.1\r\nHost: x\r\n\r\n")
                let refusal = try connection.answer()
                try connection.send("GET /yes HTTP/1.1\r\nHost: x\r\n\r\n")
                return (refusal, try connection.answer())
            }
            #expect(refusal.status == 404)
            #expect(refusal.headers["connection"] != "close")
            #expect(answer.text == "GET /yes\n")
        }
    }

    @Test("that is cut short ends the request unanswered and is reported")
    func truncated() async throws {
        let handler = TestHandler()
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Content-Length: 100\r\n\r\nonly this")
                connection.endSending()
                return try connection.rest()
            }
            #expect(text == "")
        }
        var records = handler.records.makeAsyncIterator()
        let record = try #require(await records.next())
        #expect(record.status == 499)
        #expect(record.bytesIn == 9)
        #expect(record.bytesOut == 0)
    }

    @Test("waits for room: bodies together cannot pass the server's bound")
    func sharedBound() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bytesInFlightLimit = 300_000
        let latch = Latch()
        var handler = TestHandler()
        handler.answer = { request in
            if request.head.path == "/hold" { await latch.wait() }
            return echo(request)
        }
        try await withServer(handler, configuration) { port in
            async let held = offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "POST /hold HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n"
                        + String(repeating: "a", count: 200_000)
                )
                return try connection.answer()
            }
            await latch.arrivals(1)
            let refused = try await offPool { try Self.post(200_000, to: port) }
            latch.open()
            #expect(refused.status == 503)
            #expect(refused.text == "overloaded")
            #expect(refused.headers["retry-after"] == "1")
            #expect(try await held.status == 200)
        }
        // All of it was given back, or the second of these would be refused.
        try await withServer(TestHandler(), configuration) { port in
            let statuses = try await offPool {
                try (0..<10).map { _ in try Self.post(250_000, to: port).status }
            }
            #expect(statuses == Array(repeating: 200, count: 10))
        }
    }

    @Test(
        "lets bodies of strangers hold a quarter of the bound, whole or streamed",
        arguments: [
            false, true,
        ]
    )
    func strangers(isStreamed: Bool) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bytesInFlightLimit = 1_200_000
        var handler = TestHandler()
        handler.vouching = { $0.headers["Authorization"] != nil }
        if isStreamed {
            handler.admission = {
                $0.headers["Authorization"] == nil
                    ? .stream(limit: 1 << 20, inflated: 1 << 20) : nil
            }
            handler.answer = { request in
                var iterator = request.stream?.makeAsyncIterator()
                while (try? await iterator?.next()) != nil {}
                return echo(request)
            }
        }
        try await withServer(handler, configuration) { port in
            let status = try await offPool {
                // Each sends nearly all of its body and then nothing.
                let strangers = try (0..<8).map { _ in
                    let connection = try RawConnection(port: port)
                    try connection.send(Self.start + "Content-Length: 200000\r\n\r\n")
                    try connection.send([UInt8](repeating: 0x61, count: 190_000))
                    return connection
                }
                // They hold what they can once one more of them finds no room.
                var tries = 0
                while try Self.post(200_000, to: port).status != 503, tries < 1000 { tries += 1 }
                let known = try RawConnection(port: port)
                try known.send(
                    Self.start + "Authorization: Bearer good\r\nContent-Length: 250000\r\n\r\n"
                )
                try known.send([UInt8](repeating: 0x61, count: 250_000))
                return try withExtendedLifetime(strangers) { try known.answer().status }
            }
            #expect(status == 200)
        }
    }

    private static func post(_ count: Int, to port: UInt16) throws -> RawAnswer {
        let connection = try RawConnection(port: port)
        try connection.send(start + "Content-Length: \(count)\r\n\r\n")
        try connection.send([UInt8](repeating: 0x61, count: count))
        return try connection.answer()
    }
}
