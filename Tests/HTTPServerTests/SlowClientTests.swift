import HTTPServer
import TestSupport
import Testing

@Suite("A slow client", .offPool)
struct SlowClientTests {
    private static func configuration() -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.requestDeadline = .milliseconds(300)
        configuration.idleTimeout = .seconds(60)
        return configuration
    }

    @Test("that trickles its header section is cut off")
    func trickledHead() async throws {
        try await withServer(TestHandler(), Self.configuration()) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
                connection.trickle("a", every: .milliseconds(20))
                return try connection.rest()
            }
            #expect(text == "")
        }
    }

    @Test("that trickles its request line is cut off, on its first request and on a later one")
    func trickledRequestLine() async throws {
        var configuration = Self.configuration()
        configuration.idleTimeout = .milliseconds(900)
        try await withServer(TestHandler(), configuration) { port in
            try await offPool {
                let first = try RawConnection(port: port)
                first.trickle("A", every: .milliseconds(20))
                #expect(try first.rest() == "")
                let second = try RawConnection(port: port)
                try second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try second.answer().status == 200)
                second.trickle("A", every: .milliseconds(20))
                #expect(try second.rest() == "")
            }
        }
    }

    @Test("that trickles its body is told so and cut off")
    func trickledBody() async throws {
        let handler = TestHandler()
        try await withServer(handler, Self.configuration()) { port in
            let (answer, rest) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"
                )
                connection.trickle("a", every: .milliseconds(20))
                return (try connection.answer(), try connection.rest())
            }
            #expect(answer.status == 408)
            #expect(answer.text == "requestTimeout")
            #expect(answer.headers["connection"] == "close")
            #expect(rest == "")
        }
        var records = handler.records.makeAsyncIterator()
        #expect(await records.next()?.status == 408)
    }

    @Test("that goes silent is cut off")
    func silence() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.idleTimeout = .seconds(1)
        try await withServer(TestHandler(), configuration) { port in
            let text = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try connection.answer()
                return try connection.rest()
            }
            #expect(text == "")
        }
    }

    @Test("is given all the time the handler needs")
    func slowHandler() async throws {
        var handler = TestHandler()
        handler.answer = { request in
            // Twice the time that a request may take to arrive.
            try? await Task.sleep(for: .milliseconds(600))
            return echo(request)
        }
        try await withServer(handler, Self.configuration()) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.status == 200)
        }
    }

    @Test("that does not take its answer is cut off")
    func slowReader() async throws {
        var configuration = Self.configuration()
        configuration.streamStallLimit = .milliseconds(5)
        var handler = TestHandler()
        handler.answer = { _ in
            HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 10_000_000))
        }
        let records = handler.records
        try await withServer(handler, configuration) { port in
            let client = try await offPool { try Client(port, get("/")) }
            var iterator = records.makeAsyncIterator()
            #expect(await iterator.next()?.bytesOut == 0)
            let text = try await offPool { try client.connection.rest() }
            #expect(text.utf8.count < 10_000_000)
        }
    }
}
