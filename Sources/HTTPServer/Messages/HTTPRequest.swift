/// What is known of a request once its header section has arrived.
package struct HTTPRequestHead: Sendable {
    /// The server's own identifier of the request: 16 lowercase hexadecimal digits.
    ///
    /// An `X-Request-Id` sent by the client is not trusted and has no part in it.
    package let id: String

    /// The method as sent, such as `GET`; methods are case-sensitive.
    package let method: String

    /// The path as sent, still percent-encoded and without the query; begins with `/`, or is `*`.
    package let path: String

    /// The query's parameters, percent-decoded, in order; a name may repeat.
    ///
    /// `+` stays `+`: times are written `+01:00` by hand, and decoding `+` to a blank (a rule of
    /// HTML forms, not of URIs) would spoil them. A parameter without `=` has an empty value.
    package let query: [(name: String, value: String)]

    /// The header fields.
    package let headers: HTTPHeaders

    /// The client's numeric address, without a port, such as `127.0.0.1` or `::1`.
    package let remoteAddress: String

    /// Makes a head from its parts.
    package init(
        id: String,
        method: String,
        path: String,
        query: [(name: String, value: String)],
        headers: HTTPHeaders,
        remoteAddress: String
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.remoteAddress = remoteAddress
    }
}

/// A request that has arrived whole, or whose body is arriving.
package struct HTTPRequest: Sendable {
    /// The request line and the header fields.
    package let head: HTTPRequestHead

    /// The body, with transfer and content encodings undone; empty when there was none.
    package let body: RequestBody

    /// The body as it arrives; nil unless it was admitted as a stream.
    package let stream: RequestBodyStream?

    /// Makes a request from its parts.
    package init(head: HTTPRequestHead, body: RequestBody, stream: RequestBodyStream? = nil) {
        self.head = head
        self.body = body
        self.stream = stream
    }
}
