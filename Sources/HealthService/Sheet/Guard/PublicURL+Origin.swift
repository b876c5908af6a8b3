extension PublicURL {
    /// The origin of the pages as browsers name it, such as `https://health.example.org`.
    var origin: String { parts.origin }

    /// The path that comes before those of the pages; empty where the server is at the top.
    var path: String { parts.path }

    private var parts: (origin: String, path: String) {
        let text = text
        let rest = text.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
        let path = rest.drop { $0 != "/" }
        var origin = String(text.dropLast(path.count)).lowercased()
        // Browsers leave out the port that goes without saying.
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            origin.removeLast(port.count)
        }
        return (origin, String(path))
    }
}
