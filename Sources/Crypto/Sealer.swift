import CCrypto

/// Encrypts and authenticates small messages for itself: anchors, cursors, event ids.
///
/// AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. A sealed message is nonce, ciphertext
/// and 128-bit tag, so 28 bytes longer than the plain one. With random nonces a key is good for
/// 2^32 messages (section 8.3).
package struct Sealer: Sendable {
    private let key: [UInt8]

    /// Makes a sealer; the key has 32 bytes, or the program traps.
    package init(key: [UInt8]) {
        precondition(key.count == 32, "A sealing key has 32 bytes.")
        self.key = key
    }

    /// Seals a message that only opens in the same context.
    ///
    /// The context is authenticated but not part of the result: the user, client and filter an
    /// anchor belongs to, say. Sealing twice gives two different results.
    package func seal(_ plain: [UInt8], context: [UInt8]) -> [UInt8] {
        seal(plain, context: context, nonce: SecureRandom.bytes(Self.nonceSize))
    }

    /// Opens a sealed message, or returns nil if key, context or any bit of it is another.
    package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= Self.nonceSize + Self.tagSize else { return nil }
        let nonce = Array(sealed.prefix(Self.nonceSize))
        let tag = Array(sealed.suffix(Self.tagSize))
        let ciphertext = Array(sealed.dropFirst(Self.nonceSize).dropLast(Self.tagSize))
        let cipher = GaloisCounterCipher(.decrypting, key: key, nonce: nonce)
        cipher.authenticate(context)
        let plain = cipher.update(ciphertext)
        return cipher.verifies(tag) ? plain : nil
    }

    /// Seals with a given nonce, which must never have been used with this key.
    func seal(_ plain: [UInt8], context: [UInt8], nonce: [UInt8]) -> [UInt8] {
        let cipher = GaloisCounterCipher(.encrypting, key: key, nonce: nonce)
        cipher.authenticate(context)
        let ciphertext = cipher.update(plain)
        return nonce + ciphertext + cipher.tag(size: Self.tagSize)
    }

    private static let nonceSize = 12
    private static let tagSize = 16
}
