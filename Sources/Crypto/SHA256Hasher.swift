import CCrypto

/// The hash SHA-256 of bytes that come in pieces.
///
/// Not Sendable: it belongs to whoever reads the pieces.
package final class SHA256Hasher {
    private let context: OpaquePointer

    /// Starts with no bytes.
    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { preconditionFailure("libcrypto could not begin to hash; it is out of memory.") }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Takes in the next piece.
    package func update(_ piece: some Sequence<UInt8>) {
        let status = withContiguousBytes(piece) {
            EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        precondition(status == 1, "libcrypto could not go on to hash; it is out of memory.")
    }

    /// The 32 bytes of the hash; what comes later belongs to no hash.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
            let status = EVP_DigestFinal_ex(context, digest.baseAddress, nil)
            precondition(status == 1, "libcrypto could not hash; it is out of memory.")
            count = 32
        }
    }
}
