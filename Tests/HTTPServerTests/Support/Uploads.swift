import HTTPServer
import TestSupport

/// What a handler saw of a streamed body.
struct Reading: Sendable, Equatable {
    /// Bytes read.
    var count = 0
    /// The largest piece.
    var largest = 0
    /// The sum of all bytes, each times its place modulo 251, so that order counts.
    var sum = 0
    /// The code of the fault that ended it; nil when it was whole.
    var fault: String?

    /// A million bytes that do not repeat soon.
    static let sample = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }

    /// Takes in a piece.
    mutating func add(_ piece: [UInt8]) {
        for (offset, byte) in piece.enumerated() { sum &+= Int(byte) * ((count + offset) % 251) }
        count += piece.count
        largest = max(largest, piece.count)
    }

    /// Reads a body to its end.
    static func of(_ request: HTTPRequest) async -> Reading {
        var reading = Reading()
        do {
            guard let stream = request.stream else { return reading }
            for try await piece in stream { reading.add(piece) }
        } catch let fault as HTTPFault {
            reading.fault = fault.code
        } catch {
            reading.fault = "\(error)"
        }
        return reading
    }

    /// What is read of bytes that arrive whole.
    static func of(_ bytes: [UInt8]) -> Reading {
        var reading = Reading()
        reading.add(bytes)
        return reading
    }

    /// As an answer: 200, or 400 for a fault.
    var response: HTTPResponse {
        HTTPResponse(status: fault == nil ? 200 : 400, body: Array((fault ?? "\(count)").utf8))
    }
}

/// A handler that reads streamed bodies to their end, and where it tells what it read.
///
/// The latch, if there is one, shows that the handler was called, and holds it until opened.
func readingHandler(
    limit: Int = 1 << 30,
    inflated: Int = 1 << 30,
    latch: Latch? = nil
) -> (TestHandler, AsyncStream<Reading>) {
    let (readings, reading) = AsyncStream<Reading>.makeStream()
    var handler = TestHandler()
    handler.admission = { _ in .stream(limit: limit, inflated: inflated) }
    handler.answer = { request in
        await latch?.wait()
        let seen = await Reading.of(request)
        reading.yield(seen)
        return seen.response
    }
    return (handler, readings)
}

/// A client's connection, in the clear or not.
protocol ByteSender {
    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws
}

extension RawConnection: ByteSender {}
extension TLSConnection: ByteSender {}

extension ByteSender {
    /// Sends text as it stands.
    func send(_ text: String) throws {
        try send(Array(text.utf8))
    }

    /// Sends a request with the bytes as its body, by `length`, in `chunks` or as `gzip`.
    func upload(_ bytes: [UInt8], as kind: String) throws {
        switch kind {
        case "length":
            try send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(bytes.count)\r\n\r\n")
            try send(bytes)
        case "chunks":
            try send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            for place in stride(from: 0, to: bytes.count, by: 30_011) {
                let piece = bytes[place..<min(place + 30_011, bytes.count)]
                try send(String(piece.count, radix: 16) + "\r\n")
                try send(Array(piece) + Array("\r\n".utf8))
            }
            try send("0\r\n\r\n")
        default: try uploadGzip(gzip(bytes))
        }
    }

    /// Sends a request whose body says that it is gzip.
    func uploadGzip(_ body: [UInt8]) throws {
        try send("POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n")
        try send("Content-Length: \(body.count)\r\n\r\n")
        try send(body)
    }
}
