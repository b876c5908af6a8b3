/// An answer to a request.
package struct HTTPResponse: Sendable {
    /// The status code, 200 to 599; anything else is sent as 500.
    package var status: Int

    /// The header fields, in order.
    ///
    /// The server adds `Content-Length`, `Date`, `X-Request-Id` and, where needed, `Connection`;
    /// fields of these names (and `Transfer-Encoding`) given here are left out, except
    /// `Connection: close`, which closes the connection. A control character in a value is sent
    /// as a blank, so no value can add a field; a field whose name is not a token is left out.
    package var headers: [(name: String, value: String)]

    /// The body; for HEAD its length is announced and the bytes are not sent.
    package var body: [UInt8]

    /// What produces the body while it is sent, instead of `body`; nil for most answers.
    package let stream: HTTPBodyProducer?

    /// Makes an answer.
    package init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        stream = nil
    }

    /// Makes an answer whose body is produced while it is sent.
    ///
    /// The head goes out at once, each write as soon as the client takes it. An idle stream costs
    /// no thread. When the producer returns, the answer ends; when it throws, the connection is
    /// broken off, so that the client can tell. Its task is cancelled when the client ends the
    /// connection, when the client takes nothing for `streamStallLimit`, and when the server
    /// begins to stop: a producer without an end returns then, one with an end may go on until
    /// the time for draining is up. For HEAD, 204 and 304 it is not called. An answer to a
    /// streamed body must not be streamed before that body was read to its end.
    package init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        stream: @escaping HTTPBodyProducer
    ) {
        self.status = status
        self.headers = headers
        body = []
        self.stream = stream
    }
}
