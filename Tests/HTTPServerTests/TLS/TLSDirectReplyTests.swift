import Glibc
import HTTPServer
import TestSupport
import Testing

/// Answers that the library does not send over TLS, as it takes none while a body arrives.
@Suite("An early answer over TLS", .offPool, .timeLimit(.minutes(2)))
struct TLSDirectReplyTests {
    @Test("A body that turns out to be too large is refused while it arrives")
    func tooLarge() async throws {
        let stage = try TLSStage()
        var handler = TestHandler()
        handler.limit = 10_000
        try await withServer(handler, stage.configuration) { port in
            let answer = try await offPool {
                let connection = try TLSConnection(port: port)
                try connection.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                let chunk = String(repeating: "a", count: 0x1000)
                for _ in 0..<4 { try connection.send("1000\r\n\(chunk)\r\n") }
                return (try connection.answer(), try connection.rest())
            }
            #expect(answer.0.status == 413 && answer.0.headers["connection"] == "close")
            #expect(answer.1 == "")
        }
    }

    @Test(
        "A body that is announced too large is refused at once, also to HEAD",
        arguments: [
            "POST", "HEAD",
        ]
    )
    func announced(method: String) async throws {
        let stage = try TLSStage()
        var handler = TestHandler()
        handler.limit = 10
        try await withServer(handler, stage.configuration) { port in
            let answer = try await offPool {
                let connection = try TLSConnection(port: port)
                try connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n")
                try connection.send("0123")
                return (try connection.answer(hasBody: method == "POST"), try connection.rest())
            }
            #expect(answer.0.status == 413 && answer.1 == "")
        }
    }

    @Test(
        "A body that comes too slowly is told so, whether it trickles or stops",
        arguments: [
            true, false,
        ]
    )
    func slow(trickles: Bool) async throws {
        var stage = try TLSStage()
        stage.configuration.requestDeadline = .milliseconds(300)
        stage.configuration.idleTimeout = .seconds(4)
        let handler = TestHandler()
        try await withServer(handler, stage.configuration) { port in
            let answer = try await offPool {
                let connection = try TLSConnection(port: port)
                try connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nab")
                for _ in 0..<30 where trickles {
                    guard (try? connection.send("a")) != nil else { break }
                    usleep(20_000)
                }
                return (try connection.answer(), try connection.rest())
            }
            #expect(answer.0.status == 408 && answer.0.text == "requestTimeout")
            #expect(answer.1 == "")
        }
        var records = handler.records.makeAsyncIterator()
        let record = await records.next()
        #expect(record?.status == 408 && record?.bytesOut == "requestTimeout".utf8.count)
    }

    @Test(
        "A streamed body that the handler has seen enough of is answered while it arrives",
        arguments: [false, true]
    )
    func enough(stops: Bool) async throws {
        var stage = try TLSStage()
        // A client that stops is answered when its time is up; one that goes on has all of it.
        stage.configuration.idleTimeout = .seconds(stops ? 8 : 60)
        stage.configuration.lingeringLimit = .seconds(30)
        var handler = TestHandler()
        handler.admission = { _ in .stream(limit: 1 << 30, inflated: 1 << 30) }
        handler.answer = { request in
            guard let stream = request.stream else { return HTTPResponse(status: 500) }
            var pieces = stream.makeAsyncIterator()
            guard (try? await pieces.next()) != nil else { return HTTPResponse(status: 500) }
            return HTTPResponse(status: 422, body: Array("enough".utf8))
        }
        try await withServer(handler, stage.configuration) { port in
            let answer = try await offPool {
                let connection = try TLSConnection(port: port)
                try connection.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n"
                )
                let piece = [UInt8](repeating: 0x61, count: 16_000)
                // The server goes on to read what it throws away, for a while.
                for _ in 0..<(stops ? 1 : 100) {
                    guard (try? connection.send(piece)) != nil else { break }
                }
                return try connection.answer()
            }
            #expect(answer.status == 422 && answer.text == "enough")
        }
    }

    @Test("A client that has ended its sending side gets its answer", arguments: [true, false])
    func halfClosed(isWaiting: Bool) async throws {
        let stage = try TLSStage()
        let latch = Latch()
        if !isWaiting { latch.open() }
        var handler = TestHandler()
        handler.answer = { request in
            await latch.wait()
            return echo(request)
        }
        try await withServer(handler, stage.configuration) { port in
            let client = try await offPool {
                let client = try TLSClient(port, get("/half"))
                client.connection.endSending()
                return client
            }
            await latch.arrivals(1)
            latch.open()
            #expect(try await offPool { try client.connection.answer().text } == "GET /half\n")
        }
    }
}
