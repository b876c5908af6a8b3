import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("A streamed body", .offPool, .timeLimit(.minutes(2)))
struct StreamedBodyTests {
    private static let start = "POST / HTTP/1.1\r\nHost: x\r\n"

    @Test("is read in pieces, whichever way it is framed", arguments: ["length", "chunks", "gzip"])
    func framings(kind: String) async throws {
        let (handler, readings) = readingHandler()
        try await withServer(handler) { port in
            let (first, second) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.upload(Reading.sample, as: kind)
                let first = try connection.answer()
                try connection.send(Self.start + "Content-Length: 3\r\n\r\nabc")
                return (first, try connection.answer())
            }
            #expect(first.text == "1000000")
            #expect(second.text == "3")
        }
        var iterator = readings.makeAsyncIterator()
        var reading = try #require(await iterator.next())
        #expect(reading.largest <= 64 * 1024)
        reading.largest = Reading.sample.count
        #expect(reading == .of(Reading.sample))
        var records = handler.records.makeAsyncIterator()
        #expect(await records.next()?.bytesOut == 7)
    }

    @Test("in a hundred thousand chunks of one byte is the same body")
    func tinyChunks() async throws {
        let (handler, _) = readingHandler()
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Transfer-Encoding: chunked\r\n\r\n")
                try connection.send(String(repeating: "1\r\na\r\n", count: 100_000) + "0\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.text == "100000")
        }
    }

    @Test("of no bytes is a stream of none")
    func empty() async throws {
        let (handler, _) = readingHandler()
        try await withServer(handler) { port in
            let answers = try await offPool {
                let connection = try RawConnection(port: port)
                return try [
                    "Content-Length: 0\r\n\r\n", "\r\n",
                    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                ].map {
                    try connection.send(Self.start + $0)
                    return try connection.answer().text
                }
            }
            #expect(answers == ["0", "0", "0"])
        }
    }

    @Test("of 200 MB fits a server that may hold 256 KiB of bodies")
    func large() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bytesInFlightLimit = 256 * 1024
        let total = 200 << 20
        var handler = TestHandler()
        handler.admission = { _ in .stream(limit: total, inflated: total) }
        handler.answer = { request in
            var count = 0
            guard let stream = request.stream else { return HTTPResponse(status: 500) }
            do {
                for try await piece in stream { count += piece.count }
            } catch {
                return HTTPResponse(status: 400)
            }
            return HTTPResponse(status: 200, body: Array("\(count)".utf8))
        }
        try await withServer(handler, configuration) { port in
            let (answer, refused) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Content-Length: \(total)\r\n\r\n")
                let piece = [UInt8](repeating: 0x61, count: 1 << 20)
                for _ in 0..<100 { try connection.send(piece) }
                // While it is under way there is no room for another.
                let second = try Client(port, Self.start + "Content-Length: 1\r\n\r\na")
                let refused = try second.connection.answer()
                for _ in 0..<100 { try connection.send(piece) }
                return (try connection.answer(), refused)
            }
            #expect(answer.text == "\(total)")
            #expect(refused.status == 503)
            #expect(refused.text == "overloaded")
        }
    }

    @Test("that nobody reads stops its client")
    func backPressure() async throws {
        let latch = Latch()
        let (inner, _) = readingHandler()
        var handler = inner
        handler.answer = { request in
            await latch.wait()
            return await Reading.of(request).response
        }
        let total = 24 << 20
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Content-Length: \(total)\r\n\r\n")
                let piece = [UInt8](repeating: 0x61, count: 1 << 16)
                let taken = connection.sendUntilStuck(piece, limit: total)
                // What the server holds, and the sockets' buffers on both sides.
                #expect(taken < 12 << 20)
                latch.open()
                try connection.send([UInt8](repeating: 0x61, count: total - taken))
                return try connection.answer()
            }
            #expect(answer.text == "\(total)")
        }
    }

    @Test("that breaks off is told to its reader, after what had come", arguments: [true, false])
    func truncated(isChunked: Bool) async throws {
        let latch = Latch()
        let (handler, readings) = readingHandler(latch: latch)
        let framing =
            isChunked ? "Transfer-Encoding: chunked\r\n\r\n64\r\n" : "Content-Length: 100\r\n\r\n"
        try await withServer(handler) { port in
            let client = try await offPool { try Client(port, Self.start + framing + "only this") }
            await latch.arrivals(1)
            client.connection.endSending()
            latch.open()
            var iterator = readings.makeAsyncIterator()
            let reading = try #require(await iterator.next())
            #expect(reading.count == 9)
            #expect(reading.fault == "bodyTruncated")
        }
        var records = handler.records.makeAsyncIterator()
        let record = try #require(await records.next())
        #expect(record.status == 499)
        #expect(record.bytesIn == 9)
    }

    @Test("that is over before its reader has its turn is read as far as it came")
    func truncatedEarly() async throws {
        let (handler, readings) = readingHandler()
        try await withServer(handler) { port in
            let answer = try await offPool {
                try withBusyPool {
                    let connection = try RawConnection(port: port)
                    try connection.send(Self.start + "Content-Length: 100\r\n\r\nonly this")
                    connection.endSending()
                    // The server ends the connection when it is done with the request.
                    return try connection.rest()
                }
            }
            #expect(answer == "")
            var iterator = readings.makeAsyncIterator()
            let reading = try #require(await iterator.next())
            #expect(reading.count == 9)
            #expect(reading.fault == "bodyTruncated")
        }
    }

    @Test("may be exactly as large as allowed, and not one byte larger")
    func limit() async throws {
        let (handler, _) = readingHandler(limit: 100_000)
        try await withServer(handler) { port in
            let answers = try await offPool {
                try [("length", 100_000), ("chunks", 100_000), ("chunks", 100_001)].map {
                    kind,
                    count in
                    let connection = try RawConnection(port: port)
                    try connection.upload([UInt8](repeating: 0x61, count: count), as: kind)
                    return try connection.answer().text
                }
            }
            #expect(answers == ["100000", "100000", "bodyTooLarge"])
        }
    }

    @Test("announced to be too large never reaches the handler")
    func announcedTooLarge() async throws {
        let (handler, _) = readingHandler(limit: 100)
        try await withServer(handler) { port in
            let answer = try await offPool {
                try Client(port, Self.start + "Content-Length: 101\r\n\r\na").connection.answer()
            }
            #expect(answer.status == 413)
            #expect(answer.text == "bodyTooLarge")
        }
    }

    @Test("in chunks without end is cut once it was refused")
    func endless() async throws {
        let (handler, _) = readingHandler(limit: 100_000)
        try await withServer(handler) { port in
            let (answer, rest) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.start + "Transfer-Encoding: chunked\r\n\r\n")
                let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
                // Ends when the server no longer takes any.
                while (try? connection.send(chunk)) != nil {}
                return (try? connection.answer(), try connection.rest())
            }
            // The answer is lost if the client sent on for too long; nothing else is sent.
            #expect(answer.map { $0.status == 400 && $0.text == "bodyTooLarge" } ?? true)
            #expect(rest == "")
        }
    }

    @Test(
        "with a malformed chunk is told to its reader as broken off",
        arguments: ["zz\r\n", "-1\r\n", "fffffffffffffffff\r\n", "1\r\nab\r\n", ";x\r\n"]
    )
    func hostileChunks(chunk: String) async throws {
        let latch = Latch()
        let (handler, readings) = readingHandler(latch: latch)
        let request = Self.start + "Transfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n"
        try await withServer(handler) { port in
            let client = try await offPool { try Client(port, request) }
            await latch.arrivals(1)
            let text = try await offPool {
                try client.connection.send(chunk)
                client.connection.endSending()
                return try client.connection.rest()
            }
            latch.open()
            #expect(text.hasPrefix("HTTP/1.1 4") || text == "")
            var iterator = readings.makeAsyncIterator()
            let reading = try #require(await iterator.next())
            #expect(reading.count >= 4)
            #expect(reading.fault == "bodyTruncated")
        }
    }
}
