import CCurl

/// The checked beginning of every URL a client asks for.
struct BaseURL: Sendable {
    /// Scheme, host, port and path, without a slash at the end.
    let text: String

    /// Checks a base URL.
    ///
    /// - Throws: `invalidURL` when it is not an absolute HTTP or HTTPS URL, or holds user,
    ///   password, query or fragment.
    init(_ text: String) throws(HTTPClientError) {
        guard isPlain(text), let url = curl_url() else {
            throw HTTPClientError(.invalidURL, "the base URL is malformed")
        }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK,
            ["http", "https"].contains(part(CURLUPART_SCHEME, of: url))
        else {
            throw HTTPClientError(.invalidURL, "the base URL must begin with http:// or https://")
        }
        for unwanted in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT]
        where part(unwanted, of: url) != nil {
            throw HTTPClientError(
                .invalidURL,
                "the base URL must not have a user, a password, a query or a fragment"
            )
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The URL of a path.
    ///
    /// - Throws: `invalidRequest` when the path does not begin with `/`, or holds a character that
    ///   must be percent-encoded.
    func url(of path: String) throws(HTTPClientError) -> String {
        guard path.hasPrefix("/"), isPlain(path), !path.contains("#") else {
            throw HTTPClientError(.invalidRequest, "the path is malformed")
        }
        return text + path
    }
}

/// Tells whether a text is visible ASCII only, as URLs are.
func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// A part of a URL; nil where it has none.
func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var found: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &found, 0) == CURLUE_OK, let found else { return nil }
    defer { curl_free(found) }
    return String(cString: found)
}
