import HTTPServer
import TestSupport
import Testing

@Suite("A busy server", .offPool)
struct OverloadTests {
    @Test("answers what is too much at once and lets the rest finish")
    func excess() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.requestsInFlightLimit = 256
        let latch = Latch()
        var handler = TestHandler()
        handler.answer = { request in
            await latch.wait()
            return echo(request)
        }
        try await withServer(handler, configuration) { port in
            let held = try await offPool {
                try (0..<256).map { number in try Self.request(number, port: port) }
            }
            await latch.arrivals(256)
            let refused = try await offPool {
                try (256..<300).map { try Self.request($0, port: port).connection.answer() }
            }
            #expect(refused.allSatisfy { $0.status == 503 && $0.text == "overloaded" })
            #expect(refused.allSatisfy { $0.headers["retry-after"] == "1" })
            latch.open()
            let texts = try await offPool { try held.map { try $0.connection.answer().text } }
            #expect(texts == (0..<256).map { "GET /\($0)\n" })
            let after = try await offPool { try Self.request(300, port: port).connection.answer() }
            #expect(after.status == 200)
        }
    }

    @Test(
        "drops connections beyond its limit and takes new ones when old ones end",
        .timeLimit(.minutes(1))
    )
    func connectionLimit() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.perAddressConnectionLimit = 2
        try await withServer(TestHandler(), configuration) { port in
            try await offPool {
                let first = try Self.request(1, port: port)
                let second = try Self.request(2, port: port)
                #expect(try first.connection.answer().status == 200)
                #expect(try second.connection.answer().status == 200)
                #expect(throws: (any Error).self) {
                    try Self.request(3, port: port).connection.answer()
                }
                first.connection.endSending()
                #expect(try first.connection.rest() == "")
                // The client sees the end a moment before the library's count goes down.
                while (try? Self.request(4, port: port).connection.answer().status) != 200 {}
            }
        }
    }

    /// A connection in use by one thread after another.
    struct Client: @unchecked Sendable {
        // Unchecked: each test hands it from one blocking step to the next.
        let connection: RawConnection
    }

    private static func request(_ number: Int, port: UInt16) throws -> Client {
        let connection = try RawConnection(port: port)
        try connection.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
        return Client(connection: connection)
    }
}
