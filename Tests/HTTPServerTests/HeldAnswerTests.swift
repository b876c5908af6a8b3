import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("A large answer", .offPool, .timeLimit(.minutes(2)))
struct HeldAnswerTests {
    /// More than the sockets hold of it.
    private static let size = 24 << 20

    /// A server that holds two such answers and not three, and answers each request with one.
    private func stage() -> (TestHandler, HTTPServerConfiguration) {
        var configuration = HTTPServerConfiguration()
        configuration.answersLimitInBytes = 60 << 20
        var handler = TestHandler()
        handler.answer = { request in
            guard request.head.path == "/large" else { return echo(request) }
            return HTTPResponse(status: 200, body: pattern(Self.size))
        }
        return (handler, configuration)
    }

    @Test("arrives byte by byte, of every size about that from which on it is held")
    func whole() async throws {
        let edge = 64 * 1024
        let sizes = [edge - 1, edge, edge + 1, 2 * edge - 1, 2 * edge, 2 * edge + 1, Self.size]
        var handler = TestHandler()
        handler.answer = { request in
            HTTPResponse(status: 200, body: pattern(Int(request.head.path.dropFirst()) ?? 0))
        }
        try await withServer(handler) { port in
            try await offPool {
                let connection = try RawConnection(port: port)
                for size in sizes {
                    try connection.send(get("/\(size)"))
                    let answer = try connection.answer()
                    #expect(answer.headers["content-length"] == "\(size)")
                    #expect(Array(answer.body) == pattern(size), "\(size)")
                    // To HEAD the head alone, and the connection can be used again.
                    try connection.send("HEAD /\(size) HTTP/1.1\r\nHost: x\r\n\r\n")
                    let head = try connection.answer(hasBody: false)
                    #expect(head.headers["content-length"] == "\(size)")
                }
            }
        }
    }

    @Test("that nobody reads makes room for the next, one for one")
    func unread() async throws {
        let (handler, configuration) = stage()
        let records = handler.records
        try await withServer(handler, configuration) { port in
            let idle = try await offPool {
                try (0..<2).map { _ in
                    let client = try Client(port, get("/large"))
                    client.connection.shrinkReceiveBuffer()
                    _ = try client.connection.answer(hasBody: false)
                    return client
                }
            }
            let answer = try await offPool {
                try Client(port, get("/large")).connection.answer()
            }
            #expect(answer.body.count == Self.size)
            // One was cut, and is told in the log as not sent; the other is whole.
            var iterator = records.makeAsyncIterator()
            let ends = [await iterator.next()?.bytesOut, await iterator.next()?.bytesOut]
            #expect(ends.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, Self.size])
            let left = try await offPool {
                try idle.map { try $0.connection.skip(Self.size) }
            }
            #expect(left.contains(Self.size) && left.contains { $0 < Self.size })
        }
    }

    @Test("may be larger than all of them together may be, if it is alone")
    func alone() async throws {
        var (handler, configuration) = stage()
        configuration.answersLimitInBytes = 1 << 20
        try await withServer(handler, configuration) { port in
            let answer = try await offPool {
                try Client(port, get("/large")).connection.answer()
            }
            #expect(answer.body.count == Self.size)
        }
    }
}

/// So many bytes, of which no two pages are alike.
private func pattern(_ count: Int) -> [UInt8] {
    // The length of a round is a prime.
    let round = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + round.count)
    while bytes.count < count { bytes += round }
    return Array(bytes.prefix(count))
}
