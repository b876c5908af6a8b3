import Crypto

/// The signature of a delivery, by the Standard Webhooks convention (version 1.0.0).
///
/// HMAC-SHA-256 over `id.timestamp.body`, in base 64 behind `v1,`; with several secrets one for
/// each, with blanks between.
enum WebhookSignature {
    /// The value of `webhook-signature`.
    static func header(
        id: String,
        timestamp: Int64,
        body: [UInt8],
        secrets: [[UInt8]]
    ) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return secrets.map { secret in
            "v1," + Base64.encode(HMACSHA256.authenticate(signed, key: secret))
        }.joined(separator: " ")
    }

    /// How a secret is shown.
    static func text(of secret: [UInt8]) -> String { "whsec_" + Base64.encode(secret) }

    /// A new secret: 256 random bits.
    static func makeSecret() -> [UInt8] { SecureRandom.bytes(32) }
}
