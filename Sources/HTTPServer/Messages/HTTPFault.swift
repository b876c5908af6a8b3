/// Why the server itself refused a request, before or instead of handing it to the handler.
package struct HTTPFault: Error, Sendable, Equatable {
    /// The status code of the answer.
    package let status: Int

    /// A stable name of the cause, such as `bodyTooLarge`.
    package let code: String

    /// One sentence for the client; holds nothing secret.
    package let detail: String

    /// Makes a fault from its parts.
    package init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    /// The request breaks HTTP's rules: 400 `badRequest`.
    static func badRequest(_ detail: String) -> HTTPFault {
        HTTPFault(status: 400, code: "badRequest", detail: detail)
    }

    /// The compressed body is corrupt or cut short: 400 `malformedEncoding`.
    static func malformedEncoding(_ detail: String) -> HTTPFault {
        HTTPFault(status: 400, code: "malformedEncoding", detail: detail)
    }

    /// The body is longer than this request may have: 413 `bodyTooLarge`.
    static func bodyTooLarge(limit: Int) -> HTTPFault {
        HTTPFault(
            status: 413,
            code: "bodyTooLarge",
            detail: "The body is larger than \(limit) bytes."
        )
    }

    /// The body inflates to more than this request may have: 413 `inflatedTooLarge`.
    static func inflatedTooLarge(limit: Int) -> HTTPFault {
        HTTPFault(
            status: 413,
            code: "inflatedTooLarge",
            detail: "The decompressed body is larger than \(limit) bytes."
        )
    }

    /// The body has a content encoding other than gzip: 415 `unsupportedEncoding`.
    static let unsupportedEncoding = HTTPFault(
        status: 415,
        code: "unsupportedEncoding",
        detail: "The only content encoding accepted is gzip."
    )

    /// The client ended the connection before the end of its body: 400 `bodyTruncated`.
    static let bodyTruncated = HTTPFault(
        status: 400,
        code: "bodyTruncated",
        detail: "The body ended before its announced end."
    )

    /// The handler broke a rule of this server: 500 `internalError`.
    static let internalError = HTTPFault(
        status: 500,
        code: "internalError",
        detail: "The server failed to answer."
    )

    /// The request took longer to arrive than allowed: 408 `requestTimeout`.
    static let requestTimeout = HTTPFault(
        status: 408,
        code: "requestTimeout",
        detail: "The request did not arrive in time."
    )

    /// The server has as much in hand as it may: 503 `overloaded`.
    static let overloaded = HTTPFault(
        status: 503,
        code: "overloaded",
        detail: "The server is busy; try again shortly."
    )

    /// The server is stopping: 503 `draining`.
    static let draining = HTTPFault(
        status: 503,
        code: "draining",
        detail: "The server is stopping."
    )
}
