extension PublicURL {
    /// The origin of the pages as browsers name it, such as `https://health.example.org`.
    var origin: String { parts.origin }

    /// The path that comes before those of the pages; empty where the server is at the top.
    var path: String { parts.path }

    private var parts: (origin: String, path: String) {
        let text = text
        let rest = text.split(separator: "://", maxSplits: 1).dropFirst().first ?? ""
        let path = rest.drop { $0 != "/" }
        return (String(text.dropLast(path.count)).lowercased(), String(path))
    }
}
