import HTTPServer
import HealthStore

/// The cookie that holds a session's secret.
struct SheetCookie: Hashable, Sendable {
    /// Whether pages come over TLS only.
    let isSecure: Bool

    /// Over TLS the prefix keeps other hosts of the same domain, and anybody without TLS, from
    /// setting it (RFC 6265bis, section 4.1.3.2).
    private var name: String { isSecure ? "__Host-tributary" : "tributary" }

    /// The secret that a browser sends; nil without one, and where there are two: one of them was
    /// put in by somebody else.
    func secret(in headers: HTTPHeaders) -> String? {
        let pairs = headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
        let values = pairs.compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
        return values.count == 1 ? String(values[0]) : nil
    }

    /// The field that sets it.
    ///
    /// `Lax`, so that a link from an app's page or a message finds who is signed in; forms that
    /// come from elsewhere are sent without it.
    func setting(_ secret: String) -> (name: String, value: String) {
        field(secret, lastingSeconds: Session.longestInSeconds)
    }

    /// The field that deletes it.
    var deletion: (name: String, value: String) { field("", lastingSeconds: 0) }

    private func field(
        _ value: String,
        lastingSeconds seconds: Int64
    ) -> (name: String, value: String) {
        let attributes = "; Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
        return (
            name: "Set-Cookie",
            value: name + "=" + value + attributes + (isSecure ? "; Secure" : "")
        )
    }
}
