import CCurl

/// The URL of one request that somebody else has chosen, taken apart by the parser that libcurl
/// itself goes by.
package struct TargetURL: Hashable, Sendable {
    /// Scheme, host and port.
    package let origin: String
    /// Path and query, as they are asked for.
    package let path: String
    /// Whether it is `https`.
    package let isSecure: Bool
    /// The host, in brackets where it is an IPv6 address; numbers are spelled out.
    package let host: String

    /// Checks a URL.
    ///
    /// - Throws: `invalidURL` when it is not an absolute HTTP or HTTPS URL in visible ASCII, or has
    ///   a user, a password, a fragment or a zone.
    package init(_ text: String) throws(HTTPClientError) {
        guard isPlain(text), !text.contains("\\"), let url = curl_url() else {
            throw HTTPClientError(.invalidURL, "the URL is malformed")
        }
        defer { curl_url_cleanup(url) }
        let result = curl_url_set(url, CURLUPART_URL, text, 0)
        guard result != CURLUE_BAD_PORT_NUMBER, part(CURLUPART_PORT, of: url) != "0" else {
            throw HTTPClientError(.invalidURL, "the port must be a number from 1 to 65535")
        }
        guard result == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme),
            let host = part(CURLUPART_HOST, of: url), isName(host)
        else {
            throw HTTPClientError(
                .invalidURL,
                "the URL must begin with http:// or https:// and the name of a host"
            )
        }
        let unwanted = [
            CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT, CURLUPART_ZONEID,
        ]
        guard unwanted.allSatisfy({ part($0, of: url) == nil }) else {
            throw HTTPClientError(
                .invalidURL,
                "the URL must not have a user, a password, a fragment or a zone"
            )
        }
        self.host = host.lowercased()
        isSecure = scheme == "https"
        origin = "\(scheme)://\(host)" + (part(CURLUPART_PORT, of: url).map { ":" + $0 } ?? "")
        path =
            (part(CURLUPART_PATH, of: url) ?? "/")
            + (part(CURLUPART_QUERY, of: url).map { "?" + $0 } ?? "")
    }

    /// The address that stands for the host, where it is one.
    package var address: IPAddress? {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        return IPAddress(isBracketed ? String(host.dropFirst().dropLast()) : host)
    }

    /// Whether the host says by itself that this machine is meant: `localhost`, or its address.
    package var namesLoopback: Bool { host == "localhost" || address?.kind == .loopback }
}

/// Whether a host is an address in brackets, or has labels of a length that DNS allows (RFC 1035,
/// section 2.3.4).
private func isName(_ host: String) -> Bool {
    if host.hasPrefix("[") { return true }
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last == "" { labels.removeLast() }
    return host.utf8.count <= 254 && labels.allSatisfy { (1...63).contains($0.utf8.count) }
}
