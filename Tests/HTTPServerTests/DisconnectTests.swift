import HTTPServer
import TestSupport
import Testing

@Suite("A client that goes away", .offPool)
struct DisconnectTests {
    @Test("while its request is in the handler costs nothing but the answer")
    func duringHandling() async throws {
        let latch = Latch()
        var handler = TestHandler()
        handler.answer = { request in
            if request.head.path == "/gone" { await latch.wait() }
            return echo(request)
        }
        let records = handler.records
        try await withServer(handler) { port in
            try await offPool {
                for _ in 0..<50 {
                    let connection = try RawConnection(port: port)
                    try connection.send(
                        "POST /gone HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"
                    )
                }
            }
            await latch.arrivals(50)
            latch.open()
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET /here HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.text == "GET /here\n")
        }
        // Each of them is over, and told so once.
        var paths: [String: Int] = [:]
        var iterator = records.makeAsyncIterator()
        for _ in 0..<51 {
            if let record = await iterator.next() { paths[record.head.path, default: 0] += 1 }
        }
        #expect(paths == ["/gone": 50, "/here": 1])
    }

    @Test("while its body arrives gives its memory back")
    func duringBody() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bytesInFlightLimit = 1 << 20
        var handler = TestHandler()
        handler.limit = 1 << 20
        let records = handler.records
        try await withServer(handler, configuration) { port in
            var iterator = records.makeAsyncIterator()
            for _ in 0..<10 {
                try await offPool {
                    let connection = try RawConnection(port: port)
                    try connection.send(
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"
                            + String(repeating: "a", count: 900_000)
                    )
                }
                #expect(await iterator.next()?.status == 499)
            }
        }
    }

    @Test("while a large answer is being sent is reported as not sent")
    func duringAnswer() async throws {
        var handler = TestHandler()
        handler.answer = { _ in
            HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 50_000_000))
        }
        let records = handler.records
        try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                // The answer's beginning is there, its end does not fit the sockets' buffers.
                _ = try? connection.answer(hasBody: false)
            }
            var iterator = records.makeAsyncIterator()
            let record = try #require(await iterator.next())
            #expect(record.status == 200)
            #expect(record.bytesOut == 0)
        }
    }
}
