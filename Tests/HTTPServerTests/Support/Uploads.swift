import HTTPServer

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
