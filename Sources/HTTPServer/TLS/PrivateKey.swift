import CGnuTLS

/// A private key that was read; the library wipes it when it is freed.
final class PrivateKey {
    /// The key.
    let key: gnutls_x509_privkey_t

    /// Reads a key in PEM.
    ///
    /// - Throws: `TLSIdentityError` for text without a key, and for one that wants a passphrase.
    init(pem: [UInt8]) throws(TLSIdentityError) {
        var allocated: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&allocated) == GNUTLS_E_SUCCESS, let key = allocated else {
            throw TLSIdentityError(.key, "there is no memory for it")
        }
        let result = withDatum(pem) { datum in
            gnutls_x509_privkey_import2(key, datum, GNUTLS_X509_FMT_PEM, nil, 0)
        }
        guard result == GNUTLS_E_SUCCESS else {
            gnutls_x509_privkey_deinit(key)
            guard result == GNUTLS_E_DECRYPTION_FAILED else {
                throw TLSIdentityError(
                    .key,
                    "it holds no private key in PEM (\(errorText(result)))"
                )
            }
            throw TLSIdentityError(
                .key,
                "it is encrypted, and nobody is there to type a passphrase"
            )
        }
        self.key = key
    }

    deinit {
        gnutls_x509_privkey_deinit(key)
    }
}
