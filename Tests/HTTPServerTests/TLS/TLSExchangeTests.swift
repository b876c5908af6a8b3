import HTTPClient
import HTTPServer
import TestSupport
import Testing

@Suite("An exchange over TLS", .offPool, .timeLimit(.minutes(2)))
struct TLSExchangeTests {
    @Test("Requests and answers of all sizes pass, many over one connection")
    func sizes() async throws {
        let stage = try TLSStage()
        let handler = TestHandler()
        try await withServer(handler, stage.configuration) { port in
            try await offPool {
                let client = try stage.client(port)
                for size in [0, 1, 1000, 16_384, 16_385, 70_000, 1_000_000] {
                    let body = Array(Reading.sample.prefix(size))
                    let answer = try client.send(
                        ClientRequest(method: "POST", path: "/\(size)", body: body)
                    )
                    #expect(answer.status == 200)
                    #expect(answer.body == Array("POST /\(size)\n".utf8) + body)
                }
                let raw = try TLSConnection(port: port, protocols: ["http/1.1"])
                #expect(raw.version == "TLS1.3" && raw.chosenProtocol == "http/1.1")
                for path in ["/a", "/b", "/c"] {
                    try raw.send(get(path))
                    #expect(try raw.answer().text == "GET \(path)\n")
                }
                try raw.send(get("/d") + get("/e"))
                #expect(try raw.answer().text == "GET /d\n")
                #expect(try raw.answer().text == "GET /e\n")
            }
        }
    }

    @Test(
        "Streamed bodies arrive whole, whoever is faster",
        arguments: ["length", "chunks", "gzip"]
    )
    func upload(kind: String) async throws {
        let stage = try TLSStage()
        let latch = Latch()
        let (handler, readings) = readingHandler(latch: latch)
        try await withServer(handler, stage.configuration) { port in
            async let answer = offPool {
                let connection = try TLSConnection(port: port)
                try connection.upload(Reading.sample, as: kind)
                return try connection.answer()
            }
            await latch.arrivals(1)
            latch.open()
            let text = try await answer.text
            #expect(text == "1000000")
        }
        var iterator = readings.makeAsyncIterator()
        let seen = await iterator.next()
        let expected = Reading.of(Reading.sample)
        #expect(seen?.count == expected.count && seen?.sum == expected.sum)
    }

    @Test("A streamed answer arrives piece by piece, while its client waits")
    func stream() async throws {
        let stage = try TLSStage()
        let latch = Latch()
        var handler = TestHandler()
        handler.answer = { _ in
            HTTPResponse(status: 200, headers: [("Content-Type", "text/event-stream")]) { writer in
                try await writer.write(Array("one.".utf8))
                await latch.wait()
                try await writer.write(Reading.sample)
                try await writer.write(Array("two.".utf8))
            }
        }
        try await withServer(handler, stage.configuration) { port in
            let client = try await offPool { try TLSClient(port, get("/")) }
            let first = try await offPool { try client.connection.text(until: "one.") }
            #expect(first.hasPrefix("HTTP/1.1 200"))
            latch.open()
            let rest = try await offPool { try client.connection.bytes(until: "two.") }
            #expect(rest > 1_000_000)
        }
    }

    @Test("A long poll holds nobody up, and is answered when it is woken")
    func longPoll() async throws {
        let stage = try TLSStage()
        let latch = Latch()
        var handler = TestHandler()
        handler.admission = { head in
            head.path == "/poll" ? .bodyLimit(0, inflated: 0, isLongPoll: true) : nil
        }
        handler.answer = { request in
            if request.head.path == "/poll" { await latch.wait() }
            return echo(request)
        }
        try await withServer(handler, stage.configuration) { port in
            var clients: [TLSClient] = []
            for _ in 0..<20 {
                clients.append(try await offPool { try TLSClient(port, get("/poll")) })
            }
            await latch.arrivals(20)
            #expect(
                try await offPool { try TLSClient(port, get("/")).connection.answer().status }
                    == 200
            )
            latch.open()
            for client in clients {
                #expect(try await offPool { try client.connection.answer().text } == "GET /poll\n")
            }
        }
    }

    @Test("A long poll whose client has gone is cancelled")
    func abandonedPoll() async throws {
        let stage = try TLSStage()
        let latch = Latch()
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        var handler = TestHandler()
        handler.admission = { _ in .bodyLimit(0, inflated: 0, isLongPoll: true) }
        handler.answer = { request in
            latch.open()
            await latch.wait()
            do { try await Task.sleep(for: .seconds(3600)) } catch { end.yield(Task.isCancelled) }
            return echo(request)
        }
        try await withServer(handler, stage.configuration) { port in
            let client = try await offPool { try TLSClient(port, get("/")) }
            await latch.arrivals(1)
            client.connection.endSending()
            var iterator = ends.makeAsyncIterator()
            #expect(await iterator.next() == true)
        }
    }
}
