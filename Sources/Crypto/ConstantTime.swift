import CCrypto

/// Comparisons whose duration does not tell where secrets differ.
package enum ConstantTime {
    /// Compares bytes in a time that depends on their number only.
    ///
    /// Arrays of different sizes are different; that the sizes differ is not kept secret.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
