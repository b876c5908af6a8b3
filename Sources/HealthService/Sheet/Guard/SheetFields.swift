import HTTPServer

/// The header fields of every page, also of one that says what went wrong.
enum SheetFields {
    /// What a page may load and where it may be shown.
    ///
    /// The referrer is kept from other sites only: with `no-referrer` browsers would send
    /// `Origin: null` with our own forms (Fetch standard, "append a request Origin header").
    static let all: [(name: String, value: String)] = [
        (
            name: "Content-Security-Policy",
            value: "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self';"
                + " frame-ancestors 'none'; base-uri 'none'"
        ),
        (name: "X-Frame-Options", value: "DENY"),
        (name: "Referrer-Policy", value: "same-origin"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
        (name: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()"),
        (name: "Cache-Control", value: "no-store"),
        (name: "X-Content-Type-Options", value: "nosniff"),
    ]

    /// Has browsers call the host with TLS only, for a year (RFC 6797).
    static let strictTransport = (
        name: "Strict-Transport-Security", value: "max-age=31536000"
    )
}

extension HTTPResponse {
    /// A page.
    static func page(_ page: HTML, _ language: Language, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                (name: "Content-Type", value: "text/html; charset=utf-8"),
                (name: "Content-Language", value: language.tag),
                (name: "Vary", value: "Accept-Language, Cookie"),
            ] + SheetFields.all,
            body: page.document
        )
    }

    /// Leads to another page, to be asked for anew: a form is not sent again with it.
    static func seeOther(_ path: SheetPath) -> HTTPResponse {
        HTTPResponse(
            status: 303,
            headers: [(name: "Location", value: path.text)] + SheetFields.all
        )
    }

    /// A file that pages need.
    static func sheetFile(_ body: [UInt8], type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [(name: "Content-Type", value: type)] + SheetFields.all,
            body: body
        )
    }
}
