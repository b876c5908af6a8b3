import HTTPServer
import TestSupport
import Testing

@Suite("A streamed body", .offPool, .timeLimit(.minutes(2)))
struct StreamedGzipTests {
    @Test("of gzip that inflates without bound is stopped at the limit")
    func bomb() async throws {
        let (handler, readings) = readingHandler(inflated: 1 << 20)
        try await withServer(handler) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.upload([UInt8](repeating: 0, count: 16 << 20), as: "gzip")
                return try connection.answer()
            }
            #expect(answer.text == "inflatedTooLarge")
        }
        var iterator = readings.makeAsyncIterator()
        let reading = try #require(await iterator.next())
        #expect(reading.count <= 1 << 20)
    }

    @Test("of gzip may be exactly as large as allowed, in any number of members")
    func members() async throws {
        let (handler, _) = readingHandler(inflated: 200_000)
        let half = [UInt8](repeating: 0x61, count: 100_000)
        try await withServer(handler) { port in
            let texts = try await offPool {
                try [gzip(half) + gzip(half), gzip(half) + gzip(half + [0])].map { body in
                    let connection = try RawConnection(port: port)
                    try connection.uploadGzip(body)
                    return try connection.answer().text
                }
            }
            #expect(texts == ["200000", "inflatedTooLarge"])
        }
    }

    @Test("of broken gzip is told to its reader")
    func brokenGzip() async throws {
        let (handler, _) = readingHandler()
        let whole = gzip(Reading.sample)
        var corrupt = whole
        corrupt[whole.count / 2] ^= 0xFF
        try await withServer(handler) { [corrupt] port in
            let texts = try await offPool {
                try [corrupt, Array(whole.dropLast(9)), Array("nope".utf8)].map { body in
                    let connection = try RawConnection(port: port)
                    try connection.uploadGzip(body)
                    return try connection.answer().text
                }
            }
            #expect(texts == Array(repeating: "malformedEncoding", count: 3))
        }
    }
}
