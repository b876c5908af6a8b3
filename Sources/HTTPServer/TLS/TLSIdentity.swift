import CGnuTLS

/// A certificate with its chain and its private key, ready to be shown to clients.
///
/// It never changes: a renewed certificate is another identity. libgnutls wants credentials to
/// outlive every session that has them, so each connection keeps the identity that it began with
/// until the library has freed its session. An identity that was replaced is thus freed with the
/// last connection that began under it, and no handshake meets one that is gone.
///
/// `@unchecked Sendable`: libgnutls reads credentials on any thread; nothing writes them after
/// `init`.
package final class TLSIdentity: @unchecked Sendable {
    /// libgnutls's form of it.
    let credentials: gnutls_certificate_credentials_t

    /// When the certificate begins to be valid, in seconds since 1970.
    package let validFrom: Int64

    /// When the certificate ends to be valid, in seconds since 1970.
    package let validUntil: Int64

    /// SHA-256 of the certificate's SubjectPublicKeyInfo, by which others may know the key.
    package let publicKeyHash: [UInt8]

    /// Takes a certificate, which those that lead to its authority may follow, and its key; in PEM.
    ///
    /// - Throws: `TLSIdentityError` for what is not PEM, damaged or encrypted, and for a key that
    ///   does not belong to the certificate.
    package init(certificate: [UInt8], key: [UInt8]) throws(TLSIdentityError) {
        let chain = try CertificateChain(pem: certificate)
        let key = try PrivateKey(pem: key)
        var allocated: gnutls_certificate_credentials_t?
        guard gnutls_certificate_allocate_credentials(&allocated) == GNUTLS_E_SUCCESS,
            let credentials = allocated
        else { throw TLSIdentityError(.certificate, "there is no memory for it") }
        // Both are copied.
        let result = gnutls_certificate_set_x509_key(
            credentials,
            chain.list,
            Int32(chain.count),
            key.key
        )
        guard result >= 0 else {
            gnutls_certificate_free_credentials(credentials)
            guard result == GNUTLS_E_CERTIFICATE_KEY_MISMATCH else {
                throw TLSIdentityError(.certificate, "it cannot be used (\(errorText(result)))")
            }
            throw TLSIdentityError(.key, "it does not belong to the certificate")
        }
        self.credentials = credentials
        (validFrom, validUntil) = (chain.validFrom, chain.validUntil)
        publicKeyHash = chain.publicKeyHash
    }

    deinit {
        gnutls_certificate_free_credentials(credentials)
    }
}

/// The library's words for an error code, without the full stop.
func errorText(_ code: Int32) -> String {
    let text = gnutls_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
}
