import CCrypto

/// The keyed hash HMAC-SHA-256 of RFC 2104.
package enum HMACSHA256 {
    /// Computes the 32-byte authentication code of bytes under a key of any length.
    ///
    /// Compare codes with `ConstantTime.equal`, never with `==`.
    package static func authenticate(
        _ bytes: some Sequence<UInt8>,
        key: [UInt8]
    ) -> [UInt8] {
        withContiguousBytes(bytes) { buffer in
            [UInt8](unsafeUninitializedCapacity: 32) { code, count in
                let algorithm = EVP_sha256()
                let size = Int32(key.count)
                let output = code.baseAddress
                let base = buffer.baseAddress
                let result = HMAC(algorithm, key, size, base, buffer.count, output, nil)
                precondition(
                    result != nil,
                    "libcrypto could not authenticate; it is out of memory."
                )
                count = 32
            }
        }
    }
}
