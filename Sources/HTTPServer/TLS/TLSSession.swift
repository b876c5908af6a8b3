import CGnuTLS
import CMicrohttpd

/// The TLS session of a connection, for what the server does with it past the library.
///
/// A session is no place for two threads, and the library's own uses it without a lock. So it is
/// used inside of the library's calls for its connection only, the last of which comes before the
/// library says goodbye to the client and frees the session.
///
/// `@unchecked Sendable`: by that rule.
struct TLSSession: @unchecked Sendable {
    private let session: gnutls_session_t

    /// Has a connection that was just accepted show an identity; nil when it cannot, and then its
    /// handshake will fail.
    init?(of connection: OpaquePointer, showing identity: TLSIdentity) {
        guard let found = http_connection_tls_session(connection) else { return nil }
        session = OpaquePointer(found)
        let credentials = UnsafeMutableRawPointer(identity.credentials)
        guard gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) >= 0 else {
            return nil
        }
    }

    /// Sends as much as the network takes at once, and that nothing follows.
    func sendLast(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                gnutls_record_send(session, $0.baseAddress, $0.count)
            }
            if sent == GNUTLS_E_INTERRUPTED { continue }
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        // A client that misses it sees the connection end, which is as good.
        gnutls_bye(session, GNUTLS_SHUT_WR)
    }
}
