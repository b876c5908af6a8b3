import CCurl

/// By what a client knows, over TLS, that it talks to the right server.
package enum ServerTrust: Sendable, Hashable {
    /// A certificate for the host's name, signed by an authority that the machine trusts.
    case machine

    /// A certificate for the host's name, signed by an authority in this file (PEM), and no other.
    case authorities(file: String)

    /// The server's key, whatever its certificate says: SHA-256 of the SubjectPublicKeyInfo, in
    /// base 64 (RFC 7469, section 2.4).
    case key(sha256: String)

    /// Sets the options of a transfer.
    func configure(_ handle: UnsafeMutableRawPointer) {
        switch self {
        case .machine: break
        case .authorities(let file):
            http_set_string(handle, CURLOPT_CAINFO, file)
            // The machine's directory of authorities would be asked as well.
            http_set_string(handle, CURLOPT_CAPATH, nil)
        case .key(let hash):
            http_set_string(handle, CURLOPT_PINNEDPUBLICKEY, "sha256//" + hash)
            http_set_long(handle, CURLOPT_SSL_VERIFYPEER, 0)
            http_set_long(handle, CURLOPT_SSL_VERIFYHOST, 0)
        }
    }
}
