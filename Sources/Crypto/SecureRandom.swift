import CCrypto

/// Random bytes that nobody can predict, for tokens, keys and nonces.
package enum SecureRandom {
    /// Makes `count` random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, initializedCount in
            fill(UnsafeMutableRawBufferPointer(bytes), count: count)
            initializedCount = count
        }
    }

    /// A random number generator over the same source, for shuffles and number ranges.
    package struct SecureGenerator: RandomNumberGenerator, Sendable {
        /// Makes a generator; all of them share one source.
        package init() {}

        /// Makes the next 64 random bits.
        package mutating func next() -> UInt64 {
            var number: UInt64 = 0
            withUnsafeMutableBytes(of: &number) { fill($0, count: 8) }
            return number
        }
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, count: Int) {
        let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let status = RAND_bytes(bytes, Int32(count))
        precondition(status == 1, "libcrypto has no randomness; the system's source failed.")
    }
}
