import Crypto

/// What a person types to find a request: eight of twenty consonants (RFC 8628, section 6.1).
///
/// No vowels, so that it spells nothing. It is only looked for among the requests to one person.
package struct UserCode: Hashable, Sendable, CustomStringConvertible {
    /// The letters, without the hyphen.
    let letters: String

    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")

    /// Takes letters as the database has them.
    init(letters: String) {
        self.letters = letters
    }

    /// Reads what a person typed: capitals or not, with hyphens and spaces or without.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 32 else { return nil }
        let letters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard letters.count == 8, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.letters = letters
    }

    /// Draws a code.
    package static func random(using generator: inout some RandomNumberGenerator) -> UserCode {
        let last = alphabet.count - 1
        return UserCode(
            letters: String(
                (0..<8).map { _ in alphabet[Int.random(in: 0...last, using: &generator)] }
            )
        )
    }

    /// Draws a code that nobody can predict.
    @Sendable
    package static func random() -> UserCode {
        var generator = SecureRandom.SecureGenerator()
        return random(using: &generator)
    }

    /// Two groups of four, such as `WDJB-MJHT`.
    package var description: String { "\(letters.prefix(4))-\(letters.suffix(4))" }
}
