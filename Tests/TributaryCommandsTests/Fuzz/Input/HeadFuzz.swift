import HealthAPI
import TestSupport

/// Requests whose line, fields and framing are put together by a loose grammar, then often changed.
enum HeadFuzz {
    private static let methods = [
        "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT",
        "get", "G\u{0}T", "", " GET", "PRI", "POST\t", String(repeating: "M", count: 9000),
    ]
    private static let versions = [
        "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.11",
        "http/1.1",
        "", "HTTP/1.1 x", "ICY",
    ]
    private static let targets = [
        "*", "/", "//", "///v1//users", "/v1/users/me/../me/sources", "/v1/%75sers/me/sources",
        "/v1/users/me%2Fsources", "/v1/users/me/sources;x=1", "/v1/users/me/sources%00",
        "/V1/users/me/sources", "/v1/users/me/sources/", "http://x/v1/users/me/sources",
        "/v1/users/me/sources#a", "/v1/users/me/sources?", "/v1/users/me/sources??a", "/%2e%2e/",
        "/%c0%ae%c0%ae/", "/%", "/v1/users/%FF/sources", "\\v1", "/sheet/..%2fv1", "?a",
    ]
    private static let fields = [
        "Host: x", "Host: x", "Host: y:99999999", "Host:", "Content-Length: 5", "Content-Length: 0",
        "Content-Length: -1", "Content-Length: 5, 5", "Content-Length: 0x5", "Content-Length: +5",
        "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked",
        "Expect: 100-continue",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding : chunked", "Expect: 200-ok",
        "Transfer-Encoding:\u{b}chunked", "Connection: close", "Connection: upgrade, keep-alive",
        "Upgrade: h2c", "Upgrade: websocket", "Accept: text/event-stream", "Accept: */*;q=x",
        "Accept-Encoding: gzip;q=0.5, *", "Accept-Encoding: gzip", "Content-Encoding: gzip",
        "Content-Encoding: br", "Content-Type: application/json", "Content-Type: text/plain",
        "Content-Type: application/x-ndjson", "Last-Event-ID: x",
        "Cookie: tributary=a; tributary=b",
        "Cookie: ;;;=;", "Origin: null", "Range: bytes=0-1,2-3,-9", "If-None-Match: *",
        "X-Forwarded-For: 1.2.3.4", "X-Request-Id: a\u{1B}[2J", " folded: line", "\tfolded",
        "NoColon",
        ": empty", "X: \u{7f}", "Trailer: X", "TE: trailers", "Accept-Language: fr;q=2,*;q=-1",
        "Authorization: Bearer", "Authorization: Basic YTpi", "Authorization: Bearer a b",
    ]

    /// A request that may be none.
    static func input(_ cast: FuzzCast, using generator: inout SeededGenerator) -> FuzzInput {
        let end = generator.isOnce(in: 12) ? generator.one(of: ["\n", "\r", "\r\r\n"]) : "\r\n"
        var lines = [requestLine(cast, using: &generator)]
        if !generator.isOnce(in: 8) { lines.append("Host: x") }
        if !generator.isOnce(in: 4) { lines.append("Authorization: Bearer \(cast.token)") }
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            lines.append(generator.one(of: fields))
        }
        if generator.isOnce(in: 30) {
            lines.append("X-Long: " + String(repeating: "a", count: 100_000))
        }
        if generator.isOnce(in: 30) {
            lines += Array(repeating: generator.one(of: fields), count: 2000)
        }
        var bytes = Array((lines.joined(separator: end) + end + end).utf8)
        let bodies = ["", "hello", "{}", "5\r\nhello\r\n0\r\n\r\n", "GET /livez HTTP/1.1\r\n\r\n"]
        bytes += Array(generator.one(of: bodies).utf8)
        if generator.isOnce(in: 2) { ByteFuzz.change(&bytes, using: &generator) }
        return FuzzInput(kind: .head, bytes: bytes, isWhole: false)
    }

    private static func requestLine(
        _ cast: FuzzCast,
        using generator: inout SeededGenerator
    ) -> String {
        let pattern = generator.one(of: Route.patterns)
        let isFitting = generator.isOnce(in: 2)
        let method = isFitting ? pattern.method : generator.one(of: methods)
        var target =
            isFitting
            ? Nasty.path(pattern.path, cast, using: &generator) : generator.one(of: targets)
        if generator.isOnce(in: 3) {
            target += "?" + QueryFuzz.query(pattern.path, using: &generator)
        }
        return "\(method) \(target) \(generator.one(of: versions))"
    }
}
