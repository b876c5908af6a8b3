import HealthAPI

/// The path and query of a call, percent-encoded.
struct APIPath: Sendable {
    /// What goes into the request line.
    let text: String

    /// Joins the segments of a path, and the parameters that have a value.
    init(_ segments: [String], query: [(name: String, value: String?)] = []) {
        let path = segments.map { "/" + PercentEncoding.encode($0) }.joined()
        let parameters = query.compactMap { name, value in
            value.map { name + "=" + PercentEncoding.encode($0) }
        }
        text = parameters.isEmpty ? path : path + "?" + parameters.joined(separator: "&")
    }

    /// A path below a user.
    static func user(
        _ user: String,
        _ segments: [String] = [],
        query: [(name: String, value: String?)] = []
    ) -> APIPath {
        APIPath(["v1", "users", user] + segments, query: query)
    }
}
