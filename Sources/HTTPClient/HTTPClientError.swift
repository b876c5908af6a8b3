/// Why a request got no answer.
package struct HTTPClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The base URL is not one of HTTP or HTTPS.
        package static let invalidURL = Code("invalidURL")
        /// The request holds something that HTTP cannot carry, such as a line break in a field.
        package static let invalidRequest = Code("invalidRequest")
        /// The server could not be found or reached, or ended the connection.
        package static let connection = Code("connection")
        /// The host's addresses are none that the client may connect to.
        package static let addressNotAllowed = Code("addressNotAllowed")
        /// The answer did not arrive in the time the request allows.
        package static let timeout = Code("timeout")
        /// The server's certificate or its TLS is not acceptable.
        package static let tls = Code("tls")
        /// The source of the request's body failed.
        package static let source = Code("source")
        /// Whoever asked did not want the answer any more.
        package static let cancelled = Code("cancelled")
        /// The answer is larger than the client takes.
        package static let tooLarge = Code("tooLarge")
        /// The client was closed before the request was sent.
        package static let closed = Code("closed")
        /// The answer is not HTTP, or something else failed.
        package static let transfer = Code("transfer")
    }

    /// The kind of failure.
    package let code: Code

    /// One line that may be shown: it holds neither token nor body.
    package let description: String

    /// Makes an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
