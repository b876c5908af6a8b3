import HTTPClient
import HealthAPI
import Testing

/// Somebody who asks for pages without a browser, and keeps a cookie.
struct SheetVisitor: Sendable {
    let http: AsyncHTTPClient
    /// The one cookie, as `name=value`.
    var cookie: String?
    /// What browsers say of where a form comes from.
    var origin: [(name: String, value: String)] = [
        ("Origin", "https://health.example.org"), ("Sec-Fetch-Site", "same-origin"),
    ]

    /// A page, or what came instead of one.
    struct Page: Sendable {
        let status: Int
        let headers: ResponseHeaders
        let text: String

        /// The token of the page's forms.
        var token: String {
            let field = text.firstMatch(of: /name="token" value="([A-Za-z0-9_-]+)"/)
            return field.map { String($0.1) } ?? ""
        }

        /// Where it leads to.
        var location: String? { headers["Location"] }
        /// The names of the switches, in order; a `+` behind one that is on.
        var switches: [String] {
            text.matches(of: /role="switch" id="[^"]*" name="([^"]*)"( checked)?>/)
                .map { String($0.1) + ($0.2 == nil ? "" : "+") }
        }
        /// The hidden fields that say which switches there were.
        var shown: [(String, String)] {
            text.matches(of: /type="hidden" name="(shown\.[^"]*)" value="on"/)
                .map { (String($0.1), "on") }
        }
    }

    /// Asks for a page.
    mutating func get(
        _ path: String,
        _ fields: [(name: String, value: String)] = [],
        method: String = "GET"
    ) async throws -> Page {
        try await send(ClientRequest(method: method, path: path, headers: fields))
    }

    /// Sends a form.
    mutating func post(_ path: String, _ form: [(String, String)]) async throws -> Page {
        let body = form.map { PercentEncoding.encode($0) + "=" + PercentEncoding.encode($1) }
        return try await post(path, raw: body.joined(separator: "&"))
    }

    /// Sends a body as it is.
    mutating func post(
        _ path: String,
        raw body: String,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> Page {
        try await send(
            ClientRequest(
                method: "POST",
                path: path,
                headers: origin + [("Content-Type", type)],
                body: Array(body.utf8)
            )
        )
    }

    private mutating func send(_ request: ClientRequest) async throws -> Page {
        var request = request
        if let cookie { request.headers.append(("Cookie", cookie)) }
        let response = try await http.send(request)
        Contract.shared.check(Answer(response), method: request.method, path: request.path)
        if let set = response.headers["Set-Cookie"] {
            let pair = String(set.prefix { $0 != ";" })
            cookie = pair.hasSuffix("=") ? nil : pair
        }
        return Page(
            status: response.status,
            headers: response.headers,
            text: String(decoding: response.body, as: UTF8.self)
        )
    }
}
