import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("A request whose body is streamed", .offPool, .timeLimit(.minutes(2)))
struct UploadExchangeTests {
    private static let start = "POST / HTTP/1.1\r\nHost: x\r\n"
    private static let expecting = start + "Expect: 100-continue\r\n"

    /// A handler that answers without reading.
    private static func refusing(_ body: [UInt8]) -> TestHandler {
        var handler = TestHandler()
        handler.admission = { _ in .stream(limit: 1 << 30, inflated: 1 << 30) }
        handler.answer = { _ in HTTPResponse(status: 403, body: body) }
        return handler
    }

    @Test("is told to go on when the handler reads")
    func expectationMet() async throws {
        let (handler, _) = readingHandler()
        try await withServer(handler) { port in
            let (interim, answer) = try await offPool {
                let client = try Client(port, Self.expecting + "Content-Length: 4\r\n\r\n")
                let interim = try client.connection.answer()
                try client.connection.send("body")
                return (interim, try client.connection.answer())
            }
            #expect(interim.status == 100)
            #expect(answer.text == "4")
        }
    }

    @Test("is not told to go on when the handler answers without reading")
    func expectationRefused() async throws {
        try await withServer(Self.refusing(Array("no".utf8))) { port in
            let text = try await offPool {
                let request = Self.expecting + "Content-Length: 4\r\n\r\n"
                return try Client(port, request).connection.rest()
            }
            #expect(text.hasPrefix("HTTP/1.1 403 "))
            #expect(text.hasSuffix("\r\n\r\nno"))
        }
    }

    @Test(
        "may be answered before its body has ended, and the connection ends",
        arguments: [2, 100_000]
    )
    func earlyAnswer(size: Int) async throws {
        try await withServer(Self.refusing([UInt8](repeating: 0x62, count: size))) { port in
            let (answer, rest) = try await offPool {
                let client = try Client(port, Self.start + "Content-Length: 9999999\r\n\r\nabc")
                let answer = try client.connection.answer()
                client.connection.endSending()
                return (answer, try client.connection.rest())
            }
            #expect(answer.status == 403)
            #expect(answer.headers["connection"] == "close")
            #expect(answer.body.count == size)
            #expect(rest == "")
        }
    }

    @Test("may be answered in the middle, when it waits for the reader")
    func answerInTheMiddle() async throws {
        let latch = Latch()
        var handler = Self.refusing([])
        handler.answer = { request in
            var iterator = request.stream?.makeAsyncIterator()
            _ = try? await iterator?.next()
            await latch.wait()
            return HTTPResponse(status: 403, body: Array("enough".utf8))
        }
        try await withServer(handler) { port in
            let answer = try await offPool {
                let client = try Client(port, Self.start + "Content-Length: 99999999\r\n\r\n")
                let piece = [UInt8](repeating: 0x61, count: 1 << 16)
                _ = client.connection.sendUntilStuck(piece, limit: 99_999_999)
                latch.open()
                return try client.connection.answer()
            }
            #expect(answer.text == "enough")
        }
    }

    @Test("that comes too slowly is told to its reader, whose answer the client gets")
    func slowSender() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.requestDeadline = .milliseconds(300)
        let (handler, _) = readingHandler()
        try await withServer(handler, configuration) { port in
            let (answer, rest) = try await offPool {
                let client = try Client(port, Self.start + "Content-Length: 99999\r\n\r\n")
                client.connection.trickle("a", every: .milliseconds(20))
                return (try client.connection.answer(), try client.connection.rest())
            }
            #expect(answer.text == "requestTimeout")
            #expect(rest == "")
        }
    }

    @Test("that takes too long as a whole is told to its reader")
    func longSender() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bodyStreamDeadline = .milliseconds(300)
        let (handler, _) = readingHandler()
        try await withServer(handler, configuration) { port in
            let answer = try await offPool {
                let client = try Client(port, Self.start + "Content-Length: 99999999\r\n\r\n")
                let piece = String(repeating: "a", count: 1 << 16)
                client.connection.trickle(piece, every: .milliseconds(20))
                return try client.connection.answer()
            }
            #expect(answer.text == "requestTimeout")
        }
    }

    @Test("that the handler keeps waiting is not too slow")
    func slowReader() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.requestDeadline = .milliseconds(200)
        let (inner, _) = readingHandler()
        var handler = inner
        handler.answer = { request in
            var iterator = request.stream?.makeAsyncIterator()
            _ = try? await iterator?.next()
            // Four times what the client would be given.
            try? await Task.sleep(for: .milliseconds(800))
            return await Reading.of(request).response
        }
        try await withServer(handler, configuration) { port in
            let answer = try await offPool {
                let client = try Client(port, Self.start + "Content-Length: 1000000\r\n\r\n")
                try client.connection.send([UInt8](repeating: 0x61, count: 1_000_000))
                return try client.connection.answer()
            }
            #expect(answer.status == 200)
        }
    }

    @Test("still arrives and is answered while the server drains")
    func draining() async throws {
        let (inner, _) = readingHandler()
        let latch = Latch()
        var handler = inner
        handler.answer = { request in
            latch.open()
            await latch.wait()
            return await Reading.of(request).response
        }
        let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
        let port = try server.start()
        let client = try await offPool {
            try Client(port, Self.start + "Content-Length: 4\r\n\r\nab")
        }
        await latch.arrivals(1)
        async let stopped: Void = server.stop(drainingFor: .seconds(60))
        let answer = try await offPool {
            try client.connection.send("cd")
            return try client.connection.answer()
        }
        await stopped
        #expect(answer.text == "4")
    }

    @Test(
        "that takes too long when the server stops is refused, and its reader told",
        arguments: ["Content-Length: 99\r\n\r\nab", "Content-Length: 99999999\r\n\r\n"]
    )
    func drainingTooLong(request: String) async throws {
        let latch = Latch()
        let (handler, readings) = readingHandler(latch: latch)
        let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
        let port = try server.start()
        let client = try await offPool {
            let client = try Client(port, Self.start + request)
            let piece = [UInt8](repeating: 0x61, count: 1 << 16)
            if request.hasSuffix("\n") {
                _ = client.connection.sendUntilStuck(piece, limit: 99_999_999)
            }
            return client
        }
        await latch.arrivals(1)
        await server.stop(drainingFor: .milliseconds(50))
        latch.open()
        var iterator = readings.makeAsyncIterator()
        #expect(await iterator.next()?.fault == "draining")
        let text = try await offPool { try client.connection.rest() }
        #expect(text.hasPrefix("HTTP/1.1 503 ") || text == "")
    }

    @Test("may be answered by a stream once it was read, and not before", arguments: [true, false])
    func streamedAnswer(reads: Bool) async throws {
        var handler = Self.refusing([])
        handler.answer = { request in
            if reads { _ = await Reading.of(request) }
            return HTTPResponse(status: 200, stream: { try await $0.write(Array("out".utf8)) })
        }
        try await withServer(handler) { port in
            try await offPool {
                let count = reads ? 2 : 9
                let client = try Client(port, Self.start + "Content-Length: \(count)\r\n\r\nin")
                let answer = try client.connection.answer(hasBody: !reads)
                #expect(answer.status == (reads ? 200 : 500))
                if reads { #expect(try client.connection.textChunk() == "out") }
            }
        }
    }
}
