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

    /// Makes an answer.
    package init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
