import TestSupport
import Testing

@testable import HTTPServer

@Suite("A compressed body", .offPool)
struct CompressionTests {
    private static let text = Array("the quick brown fox ".utf8)

    @Test("reaches the handler inflated", arguments: ["gzip", "x-gzip", "GZIP"])
    func inflation(encoding: String) async throws {
        let body = Array((0..<50_000).map { "\($0)," }.joined().utf8)
        let (answer, record) = try await post(gzip(body), encoding: encoding)
        #expect(answer.status == 200)
        #expect(answer.body == Array("POST /\n".utf8) + body)
        #expect(record.bytesIn == gzip(body).count)
    }

    @Test("may have several members, and may come in pieces of one byte")
    func members() throws {
        let stream = gzip(Self.text) + gzip([]) + gzip(Self.text)
        #expect(try inflated(stream.map { [$0] }, limit: 1000) == Self.text + Self.text)
    }

    @Test("may inflate to exactly the limit, and not to one byte more")
    func limit() throws {
        let body = [UInt8](repeating: 7, count: 100_000)
        #expect(try inflated([gzip(body)], limit: 100_000) == body)
        #expect(throws: HTTPFault.inflatedTooLarge(limit: 99_999)) {
            try inflated([gzip(body)], limit: 99_999)
        }
        #expect(throws: HTTPFault.inflatedTooLarge(limit: 0)) {
            try inflated([gzip(body)], limit: 0)
        }
        #expect(try inflated([gzip([])], limit: 0) == [])
    }

    @Test("that is cut short anywhere is refused")
    func truncation() {
        let stream = gzip(Self.text)
        for length in 0..<stream.count {
            #expect(throws: HTTPFault.self, "\(length) bytes") {
                try inflated([Array(stream[..<length])], limit: 1000)
            }
        }
    }

    @Test("with any byte of its data changed is refused or harmless", arguments: 10..<40)
    func corruption(index: Int) throws {
        var stream = gzip(Self.text)
        guard index < stream.count else { return }
        stream[index] ^= 0x55
        // The checksum catches what the format itself does not.
        #expect(throws: HTTPFault.malformedEncoding("The body is not valid gzip.")) {
            try inflated([stream], limit: 1000)
        }
    }

    @Test("with anything but gzip behind it is refused")
    func trailingBytes() {
        #expect(throws: HTTPFault.malformedEncoding("The body is not valid gzip.")) {
            try inflated([gzip(Self.text) + Array("xyz".utf8)], limit: 1000)
        }
    }

    @Test("that is a bomb is refused over the wire, and its memory is given back")
    func bomb() async throws {
        let zeroes = gzip([UInt8](repeating: 0, count: 50_000_000))
        let (answer, record) = try await post(zeroes, encoding: "gzip")
        #expect(answer.status == 413)
        #expect(answer.text == "inflatedTooLarge")
        #expect(record.status == 413)
    }

    @Test("that is not gzip is refused over the wire")
    func notGzip() async throws {
        let (answer, _) = try await post(Array("hello, hello, hello".utf8), encoding: "gzip")
        #expect(answer.status == 400)
        #expect(answer.text == "malformedEncoding")
    }

    @Test("that ends too early is refused over the wire and the connection lives on")
    func cutShort() async throws {
        let (answer, _) = try await post(gzip(Self.text).dropLast(1), encoding: "gzip")
        #expect(answer.status == 400)
        #expect(answer.text == "malformedEncoding")
        #expect(answer.headers["connection"] == nil)
    }

    @Test("cannot pass the bound on all bodies together")
    func budget() throws {
        let budget = ByteBudget(limit: 50_000)
        do {
            let collector = try collector(limit: 1_000_000, budget: budget)
            #expect(throws: HTTPFault.overloaded) {
                try gzip([UInt8](repeating: 0, count: 100_000)).withUnsafeBytes {
                    try collector.append($0)
                }
            }
            #expect(budget.bytesTaken > 0)
        }
        #expect(budget.bytesTaken == 0)
    }

    private func inflated(_ pieces: [[UInt8]], limit: Int) throws -> [UInt8] {
        let collector = try collector(limit: limit, budget: ByteBudget(limit: 1 << 30))
        for piece in pieces { try piece.withUnsafeBytes { try collector.append($0) } }
        return try collector.finish().bytes
    }

    private func collector(limit: Int, budget: ByteBudget) throws -> BodyCollector {
        let headers = HTTPHeaders([
            ("Host", "x"), ("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"),
        ])
        return try BodyCollector(
            framing: MessageFraming(headers, version: "HTTP/1.1"),
            limit: 1 << 20,
            inflatedLimit: limit,
            budget: budget
        )
    }

    private func post(
        _ body: some Sequence<UInt8>,
        encoding: String
    ) async throws -> (RawAnswer, TestHandler.Record) {
        let handler = TestHandler()
        let body = Array(body)
        return try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: \(encoding)\r\n"
                        + "Content-Length: \(body.count)\r\n\r\n"
                )
                // A refusal may come before all is sent.
                try? connection.send(body)
                return try connection.answer()
            }
            var records = handler.records.makeAsyncIterator()
            return (answer, try #require(await records.next()))
        }
    }
}
