import HTTPServer

/// The body of a push of lines in pieces, whether it is still arriving or has arrived whole.
struct SamplePushBody {
    private let body: RequestBody
    private var stream: RequestBodyStream.AsyncIterator?
    private var position = 0

    /// Begins at the start of a request's body.
    init(_ request: HTTPRequest) {
        body = request.body
        stream = request.stream?.makeAsyncIterator()
    }

    /// The next piece, not empty and of at most 64 KiB; nil at the end.
    ///
    /// - Throws: `HTTPFault` where the body breaks off, `CancellationError`.
    mutating func next() async throws -> [UInt8]? {
        if stream != nil { return try await stream?.next() }
        guard position < body.count else { return nil }
        let piece = position..<min(position + Self.pieceSize, body.count)
        position = piece.upperBound
        return body.withUnsafeBytes { Array($0[piece]) }
    }

    private static let pieceSize = 64 * 1024
}
