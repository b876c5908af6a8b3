import CCrypto

/// The hash SHA-256 of FIPS 180-4.
package enum SHA256 {
    /// Hashes bytes to 32 bytes.
    ///
    /// - Complexity: O(n), without a copy if the bytes are contiguous.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        digest(of: bytes, with: EVP_sha256(), size: 32)
    }

    /// Hashes bytes and prints the hash as 64 lower-case hexadecimal digits.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        hash(bytes).hexadecimal
    }
}

/// Hashes bytes with an algorithm of libcrypto whose hashes are `size` bytes long.
func digest(
    of bytes: some Sequence<UInt8>,
    with algorithm: OpaquePointer?,
    size: Int
) -> [UInt8] {
    withContiguousBytes(bytes) { buffer in
        [UInt8](unsafeUninitializedCapacity: size) { digest, count in
            let output = digest.baseAddress
            let status = EVP_Digest(buffer.baseAddress, buffer.count, output, nil, algorithm, nil)
            precondition(status == 1, "libcrypto could not hash; it is out of memory.")
            count = size
        }
    }
}

/// Lends the bytes of a sequence as one buffer, copied only if they are not contiguous.
func withContiguousBytes<R>(
    _ bytes: some Sequence<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
) -> R {
    if let result = bytes.withContiguousStorageIfAvailable(body) { return result }
    return Array(bytes).withUnsafeBufferPointer(body)
}
