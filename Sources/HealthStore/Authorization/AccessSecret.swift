import Crypto
import HealthModel

/// A secret that a person holds: 256 random bits behind a prefix and the number of the person.
///
/// With the number in it, it is found among that user's rows, and no look-up crosses users. The
/// number opens nothing by itself.
struct AccessSecret {
    /// The secret as it is handed out.
    let text: String
    /// Whom it is for.
    let user: UserID
    /// What is kept of it.
    let hash: [UInt8]

    /// The name of what it opens: the first half of the hash, which gives nothing away.
    var id: TokenID { HealthStore.tokenID(ofHash: hash) }

    /// Draws a secret.
    init(prefix: String, user: UserID) {
        let number = withUnsafeBytes(of: user.number.bigEndian) { Array($0) }
        text = prefix + Base64URL.encode(number + SecureRandom.bytes(32))
        self.user = user
        hash = SHA256.hash(Array(text.utf8))
    }

    /// Reads a secret; nil where it has another form than one that was handed out.
    init?(_ text: String, prefix: String) {
        guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 54,
            let bytes = Base64URL.decode(String(text.dropFirst(prefix.count))),
            bytes.count == 40
        else { return nil }
        let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int64(exactly: number), number > 0 else { return nil }
        self.text = text
        user = UserID(number: number)
        hash = SHA256.hash(Array(text.utf8))
    }
}
