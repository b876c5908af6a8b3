/// Base 64 with the alphabet that is safe in addresses and file names, without padding.
///
/// RFC 4648, section 5.
package enum Base64URL {
    /// Encodes bytes: four characters for each three of them, and two or three for the rest.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity((bytes.underestimatedCount * 4 + 2) / 3)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                characters.append(alphabet[Int(bits >> bitCount & 63)])
            }
        }
        if bitCount > 0 { characters.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Decodes what `encode(_:)` can have made, and nothing else.
    ///
    /// Returns nil for padding, white space, other characters, and left-over bits that are not 0.
    /// Each value has one spelling, so a token cannot be changed without becoming another one.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        let rest = bits & (1 << bitCount - 1)
        return bitCount < 6 && rest == 0 ? bytes : nil
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
