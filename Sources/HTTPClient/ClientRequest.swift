/// A request to be sent.
package struct ClientRequest: Sendable {
    /// The method, such as `GET`.
    package var method: String

    /// The path and the query, percent-encoded, appended to the client's base URL.
    package var path: String

    /// Further header fields; the client adds `Authorization` and `Host`.
    package var headers: [(name: String, value: String)]

    /// The body; nil sends none.
    package var body: [UInt8]?

    /// The time the whole exchange may take, from connecting to the answer's last byte.
    package var timeout: Duration

    /// Makes a request.
    package init(
        method: String,
        path: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        timeout: Duration = .seconds(30)
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}
