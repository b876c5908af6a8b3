/// What produces the body of a streamed answer.
package typealias HTTPBodyProducer = @Sendable (HTTPBodyWriter) async throws -> Void

/// The way for a producer to send a body piece by piece.
///
/// Any of the producer's tasks may write. What one call is given stays together if it is at most
/// 32 KiB; of longer ones only if no other task writes meanwhile.
package struct HTTPBodyWriter: Sendable {
    private let stream: ResponseStream

    /// Makes the writer of a stream.
    init(_ stream: ResponseStream) {
        self.stream = stream
    }

    /// Sends bytes, waiting while 64 KiB are ready that the client has not taken.
    ///
    /// Returns when all bytes are on their way, not when they have arrived. Does not mind a
    /// cancelled task, so that a producer may say its last words.
    ///
    /// - Throws: `HTTPStreamError` once the answer is broken off; nothing can be sent then.
    package func write(_ bytes: [UInt8]) async throws(HTTPStreamError) {
        try await stream.write(bytes)
    }
}

/// Why a streamed answer was broken off.
package enum HTTPStreamError: Error, Sendable, Equatable {
    /// The client ended the connection.
    case disconnected

    /// The client took nothing for longer than `streamStallLimit`.
    case stalled

    /// The server stopped, and the time for draining was up.
    case stopped

    /// The producer threw, or has returned already.
    case ended
}
