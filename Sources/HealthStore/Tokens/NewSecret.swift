import Crypto

/// 256 random bits behind a prefix, and what is kept of them.
struct NewSecret: Sendable {
    /// The secret itself, to be handed out once.
    let text: String
    /// What is kept of it.
    let hash: [UInt8]

    /// Draws a secret.
    init(prefix: String) {
        text = prefix + Base64URL.encode(SecureRandom.bytes(32))
        hash = SHA256.hash(Array(text.utf8))
    }

    /// The secret's name.
    var id: TokenID { HealthStore.tokenID(ofHash: hash) }
}
