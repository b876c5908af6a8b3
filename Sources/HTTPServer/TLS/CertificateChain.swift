import CGnuTLS

/// Certificates that were read: the server's own first, then those that lead to its authority.
final class CertificateChain {
    /// The certificates; there is at least one.
    let list: UnsafeMutablePointer<gnutls_x509_crt_t?>

    /// How many there are.
    let count: Int

    /// Reads certificates in PEM.
    ///
    /// - Throws: `TLSIdentityError` for text without a certificate, or with a damaged one.
    init(pem: [UInt8]) throws(TLSIdentityError) {
        var list: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        let result = withDatum(pem) { datum in
            gnutls_x509_crt_list_import2(&list, &count, datum, GNUTLS_X509_FMT_PEM, 0)
        }
        guard result >= 0, let list, count > 0 else {
            throw TLSIdentityError(
                .certificate,
                "it holds no certificate in PEM (\(errorText(result)))"
            )
        }
        self.list = list
        self.count = Int(count)
    }

    deinit {
        for index in 0..<count { gnutls_x509_crt_deinit(list[index]) }
        tls_free(list)
    }

    /// SHA-256 of the first certificate's SubjectPublicKeyInfo.
    var publicKeyHash: [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        var size = hash.count
        let flags = UInt32(GNUTLS_KEYID_USE_SHA256.rawValue)
        // A certificate that was read has a key, and there is room for the hash.
        gnutls_x509_crt_get_key_id(list[0], flags, &hash, &size)
        return hash
    }

    /// When the first certificate begins to be valid, in seconds since 1970.
    var validFrom: Int64 { Int64(gnutls_x509_crt_get_activation_time(list[0])) }

    /// When the first certificate ends to be valid, in seconds since 1970.
    var validUntil: Int64 { Int64(gnutls_x509_crt_get_expiration_time(list[0])) }
}

/// Lends bytes to the library, which only reads them.
func withDatum<R>(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> R) -> R {
    bytes.withUnsafeBufferPointer { bytes in
        var datum = gnutls_datum_t(
            data: UnsafeMutablePointer(mutating: bytes.baseAddress),
            size: UInt32(bytes.count)
        )
        return body(&datum)
    }
}
