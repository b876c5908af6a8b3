/// The body of a request while it arrives: pieces of at most 64 KiB, none empty.
///
/// Transfer and content encodings are undone. What is not read is not received: the connection
/// waits once 64 KiB are there. A body can be read once, by one task at a time; reading may stop
/// anywhere, and an answer given before the end closes the connection. Such an answer should be
/// small: the rest of the body is not waited for, so what the socket does not take is lost.
package struct RequestBodyStream: AsyncSequence, Sendable {
    /// What reads the pieces.
    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: BodyReader?

        /// Waits for the next piece; nil at the end of a body that arrived whole.
        ///
        /// - Throws: `HTTPFault`, after all that came before it was read: `bodyTruncated` when the
        ///   client ended the connection, `bodyTooLarge`, `inflatedTooLarge`, `malformedEncoding`,
        ///   `requestTimeout` when the client is too slow, `draining` when the server stops.
        ///   `CancellationError` when the task is cancelled and nothing is there.
        package mutating func next() async throws -> [UInt8]? {
            try await reader?.next()
        }
    }

    private let reader: BodyReader?

    /// Makes the stream of a reader; nil for a request without a body.
    init(_ reader: BodyReader?) {
        self.reader = reader
    }

    /// Begins, or goes on, to read.
    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader)
    }
}
