import HTTPServer

/// Where forms may come from: this server's own pages.
struct SheetOrigin: Hashable, Sendable {
    /// The origin that people's browsers have the pages from, such as `https://health.example.org`.
    let origin: String

    /// Whether pages come over TLS only.
    var isSecure: Bool { origin.hasPrefix("https://") }

    /// Whether people may call the server by other names; then the one that was called counts.
    ///
    /// It may where nobody set its name, and without TLS.
    let hasOtherNames: Bool

    /// Takes the origin out of what links begin with.
    init(_ url: PublicURL) {
        origin = url.origin
        hasOtherNames = !url.isGiven || !url.origin.hasPrefix("https://")
    }

    /// Whether a form was sent by one of our pages, as the browser says.
    ///
    /// `Sec-Fetch-Site` and `Origin` are the browser's own: no page can set them. One of the two is
    /// needed, and none may say that the form came from elsewhere.
    func admits(_ headers: HTTPHeaders) -> Bool {
        let sites = headers.values(of: "Sec-Fetch-Site")
        let origins = headers.values(of: "Origin")
        guard sites.count <= 1, origins.count <= 1, sites.count + origins.count > 0 else {
            return false
        }
        return sites.allSatisfy { $0 == "same-origin" }
            && origins.allSatisfy { isOurs($0, headers.values(of: "Host")) }
    }

    private func isOurs(_ sent: String, _ hosts: [String]) -> Bool {
        if sent == origin { return true }
        guard hasOtherNames, hosts.count == 1 else { return false }
        return sent == (isSecure ? "https://" : "http://") + hosts[0]
    }
}
