import HTTPServer
import TestSupport
import Testing

@Suite("A plain exchange", .offPool)
struct BasicExchangeTests {
    @Test("A request reaches the handler as it was sent, and its answer the client")
    func roundTrip() async throws {
        var handler = TestHandler()
        handler.answer = { request in
            let head = request.head
            let query = head.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
            let text = [
                head.method, head.path, query, head.headers["x-note"] ?? "", head.remoteAddress,
                String(decoding: request.body.bytes, as: UTF8.self),
            ].joined(separator: "|")
            return HTTPResponse(
                status: 201,
                headers: [("X-Answer", "yes")],
                body: Array(text.utf8)
            )
        }
        let answer = try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "PATCH /a%20b/c?start=2026-01-01T00:00:00+01:00&n=%C3%A4&flag&n=2 HTTP/1.1\r\n"
                        + "Host: x\r\nX-NOTE: hello\t \r\nContent-Length: 4\r\n\r\nbody"
                )
                return try connection.answer()
            }
        }
        #expect(answer.status == 201)
        #expect(answer.headers["x-answer"] == "yes")
        #expect(answer.headers["content-length"] == "\(answer.body.count)")
        #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
        #expect(
            answer.text
                == "PATCH|/a%20b/c|start=2026-01-01T00:00:00+01:00;n=ä;flag=;n=2"
                + "|hello|127.0.0.1|body"
        )
    }

    @Test("Every answer carries the server's own request identifier, not the client's")
    func requestIdentifier() async throws {
        let handler = TestHandler()
        let answers = try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                return try (0..<2).map { _ in
                    try connection.send("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n")
                    return try connection.answer()
                }
            }
        }
        let ids = answers.compactMap { $0.headers["x-request-id"] }
        #expect(ids.count == 2)
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { $0.count >= 16 && $0.allSatisfy(\.isHexDigit) })
        var records = handler.records.makeAsyncIterator()
        #expect(await records.next()?.head.id == ids[0])
    }

    @Test("HEAD gets the headers of GET and no body")
    func head() async throws {
        let handler = TestHandler()
        try await withServer(handler) { port in
            let (head, next) = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("HEAD /x HTTP/1.1\r\nHost: x\r\n\r\n")
                let head = try connection.answer(hasBody: false)
                try connection.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
                return (head, try connection.answer())
            }
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "8")
            #expect(next.text == "GET /x\n")
        }
        var records = handler.records.makeAsyncIterator()
        #expect(await records.next()?.bytesOut == 0)
        #expect(await records.next()?.bytesOut == 7)
    }

    @Test("A body in chunks arrives joined, whatever its trailers say")
    func chunkedBody() async throws {
        try await withServer { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "4\r\nWiki\r\n6;note=1\r\npedia \r\n0\r\nContent-Length: 3\r\n\r\n"
                )
                return try connection.answer()
            }
            #expect(answer.text == "POST /\nWikipedia ")
        }
    }

    @Test("Pipelined requests are answered in order")
    func pipelining() async throws {
        try await withServer { port in
            let texts = try await offPool {
                let connection = try RawConnection(port: port)
                let requests = (0..<20).map { number in
                    "POST /\(number) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
                }
                try connection.send(requests.joined())
                return try (0..<20).map { _ in try connection.answer().text }
            }
            #expect(texts == (0..<20).map { "POST /\($0)\nok" })
        }
    }

    @Test("The padding behind a body is readable and zero", arguments: [0, 1, 63, 4096, 150_000])
    func padding(size: Int) async throws {
        var handler = TestHandler()
        handler.answer = { request in
            let sum = request.body.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return -1 }
                let padding = UnsafeRawBufferPointer(start: base + bytes.count, count: 64)
                return padding.reduce(0) { $0 + Int($1) }
            }
            return HTTPResponse(status: 200, body: Array("\(request.body.count) \(sum)".utf8))
        }
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
                try connection.send([UInt8](repeating: 0xFF, count: size))
                return try connection.answer()
            }
            #expect(answer.text == "\(size) 0")
        }
    }

    @Test("A line break in an answer's field cannot add a field")
    func fieldInjection() async throws {
        var handler = TestHandler()
        handler.answer = { _ in
            HTTPResponse(
                status: 200,
                headers: [
                    ("X-Value", "a\r\nX-Injected: 1"), ("X-Bad\r\nX-Other", "1"),
                    ("Content-Length", "1000"), ("Transfer-Encoding", "chunked"),
                ],
                body: Array("ok".utf8)
            )
        }
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.headers["x-value"] == "a  X-Injected: 1")
            #expect(answer.headers["x-injected"] == nil)
            #expect(answer.headers["x-other"] == nil)
            #expect(answer.headers["content-length"] == "2")
            #expect(answer.headers["transfer-encoding"] == nil)
            #expect(answer.text == "ok")
        }
    }

    @Test("The handler is told what was received and sent")
    func accessLog() async throws {
        let handler = TestHandler()
        try await withServer(handler) { port in
            _ = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "POST /log HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                )
                return try connection.answer()
            }
        }
        var records = handler.records.makeAsyncIterator()
        let record = try #require(await records.next())
        #expect(record.head.path == "/log")
        #expect(record.status == 200)
        #expect(record.bytesIn == 3)
        #expect(record.bytesOut == 13)
    }
}
