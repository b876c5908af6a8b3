import JSON

extension Problem {
    /// The media type of problem details.
    package static let mediaType = "application/problem+json"

    /// The body: `type`, `title`, `status`, `code`, `detail` and the place, if there is one.
    package func json(requestID: String?) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string("about:blank")
        writer.key("title")
        writer.string(title)
        writer.key("status")
        writer.integer(Int64(code.status))
        writer.key("code")
        writer.string(code.rawValue)
        writer.key("detail")
        writer.string(detail)
        if let field { writer.member("field", field) }
        if let offset { writer.member("offset", offset) }
        if let interval { writer.member("interval", interval) }
        if let partial {
            writer.key("partial")
            writer.raw(partial)
        }
        if let requestID { writer.member("requestId", requestID) }
        writer.endObject()
        return writer.bytes
    }

    /// The status's reason phrase (RFC 9110), as `about:blank` asks for.
    private var title: String {
        switch code.status {
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Bad Request"
        }
    }
}
