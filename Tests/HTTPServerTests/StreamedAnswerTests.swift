import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("A streamed answer", .offPool, .timeLimit(.minutes(2)))
struct StreamedAnswerTests {
    /// A handler that streams for `/stream` and echoes everything else.
    static func streaming(_ producer: @escaping HTTPBodyProducer) -> TestHandler {
        var handler = TestHandler()
        handler.answer = { request in
            guard request.head.path == "/stream" else { return echo(request) }
            return HTTPResponse(
                status: 200,
                headers: [("Content-Type", "text/event-stream")],
                stream: producer
            )
        }
        return handler
    }

    @Test("sends its head at once, each write by itself, and leaves the connection usable")
    func writes() async throws {
        let (gates, gate) = AsyncStream<String>.makeStream()
        let handler = Self.streaming { writer in
            for await text in gates { try await writer.write(Array(text.utf8)) }
        }
        try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(get("/stream"))
                let head = try connection.answer(hasBody: false)
                #expect(head.status == 200)
                #expect(head.headers["transfer-encoding"] == "chunked")
                #expect(head.headers["content-length"] == nil)
                for text in ["one", "two", "three"] {
                    gate.yield(text)
                    #expect(try connection.textChunk() == text)
                }
                gate.finish()
                #expect(try connection.textChunk() == nil)
                try connection.send(get("/next"))
                #expect(try connection.answer().text == "GET /next\n")
            }
        }
        var records = handler.records.makeAsyncIterator()
        let record = try #require(await records.next())
        #expect(record.status == 200)
        #expect(record.bytesOut == 11)
    }

    @Test("to HEAD is a head only, and nothing is produced", arguments: [200, 204])
    func head(status: Int) async throws {
        let calls = Mutex(0)
        var handler = TestHandler()
        handler.answer = { _ in
            HTTPResponse(status: status, stream: { _ in calls.withLock { $0 += 1 } })
        }
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                let method = status == 200 ? "HEAD" : "GET"
                try connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                return try connection.rest()
            }
            #expect(text.hasPrefix("HTTP/1.1 \(status) "))
            #expect(text.hasSuffix("\r\n\r\n"))
            #expect(text.firstRange(of: "\r\n\r\n")?.upperBound == text.endIndex)
        }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("to an HTTP/1.0 client ends with the connection")
    func oldClient() async throws {
        let handler = Self.streaming { writer in
            for text in ["a", "b", "c"] { try await writer.write(Array(text.utf8)) }
        }
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET /stream HTTP/1.0\r\n\r\n")
                return try connection.rest()
            }
            #expect(text.hasSuffix("\r\n\r\nabc"))
        }
    }

    @Test("whose producer fails is broken off without an end")
    func failure() async throws {
        struct Failure: Error {}
        let handler = Self.streaming { writer in
            try await writer.write(Array("half".utf8))
            throw Failure()
        }
        try await withServer(handler) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(get("/stream"))
                _ = try connection.answer(hasBody: false)
                return try connection.rest()
            }
            #expect(!text.contains("0\r\n\r\n"))
        }
    }

    @Test("from several tasks keeps every write together")
    func severalWriters() async throws {
        let handler = Self.streaming { writer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for letter in "abcdefgh" {
                    group.addTask {
                        for _ in 0..<500 {
                            try await writer.write(
                                Array(String(repeating: letter, count: 100).utf8)
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await withServer(handler) { port in
            let body = try await offPool { try Self.body(port) }
            #expect(body.count == 8 * 500 * 100)
            let runs = stride(from: 0, to: body.count, by: 100)
            #expect(runs.allSatisfy { Set(body[$0..<$0 + 100]).count == 1 })
        }
    }

    @Test("waits for a slow reader, and arrives whole")
    func backPressure() async throws {
        let total = 32 << 20
        let written = Mutex(0)
        let handler = Self.streaming { writer in
            let piece = [UInt8](repeating: 0x61, count: 1 << 20)
            for _ in 0..<(total >> 20) {
                try await writer.write(piece)
                written.withLock { $0 += piece.count }
            }
        }
        try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                connection.shrinkReceiveBuffer()
                try connection.send(get("/stream"))
                _ = try connection.answer(hasBody: false)
                var received = 0
                var lead = 0
                while let chunk = try connection.chunk() {
                    received += chunk.count
                    lead = max(lead, written.withLock { $0 } - received)
                }
                #expect(received == total)
                // The queue, and the sockets' buffers on both sides.
                #expect(lead < 8 << 20)
            }
        }
    }

    @Test("that its reader does not take is broken off")
    func stalledReader() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.streamStallLimit = .milliseconds(300)
        let (errors, failures) = AsyncStream<HTTPStreamError>.makeStream()
        let handler = Self.streaming { writer in
            let piece = [UInt8](repeating: 0x61, count: 1 << 20)
            // It has always written more than is taken, however busy the pool is.
            await offPool {
                do throws(HTTPStreamError) {
                    while true { try await writer.write(piece) }
                } catch {
                    failures.yield(error)
                }
            }
        }
        try await withServer(handler, configuration) { port in
            let client = try await offPool { try Client(port, get("/stream")) }
            var iterator = errors.makeAsyncIterator()
            let error = await iterator.next()
            #expect(error == .stalled)
            let text = try await offPool { try client.connection.rest() }
            #expect(!text.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test(
        "whose client has gone is cancelled, whether it writes or waits",
        arguments: [true, false]
    )
    func disconnect(writes: Bool) async throws {
        let (endings, ending) = AsyncStream<Bool>.makeStream()
        let handler = Self.streaming { writer in
            try await writer.write([0x61])
            do {
                while writes { try await writer.write([UInt8](repeating: 0x61, count: 1 << 16)) }
                try await Task.sleep(for: .seconds(3600))
            } catch {
                ending.yield(Task.isCancelled)
            }
        }
        let records = handler.records
        try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(get("/stream"))
                _ = try connection.answer(hasBody: false)
                _ = try connection.chunk()
            }
            var iterator = endings.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            var record = records.makeAsyncIterator()
            #expect(await record.next()?.bytesOut ?? 0 > 0)
        }
    }

    private static func body(_ port: UInt16) throws -> [UInt8] {
        let connection = try RawConnection(port: port)
        try connection.send(get("/stream"))
        _ = try connection.answer(hasBody: false)
        var body: [UInt8] = []
        while let chunk = try connection.chunk() { body += chunk }
        return body
    }
}
