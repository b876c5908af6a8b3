/// Replaces the characters that XML forbids, of which real exports hold some, by blanks.
///
/// Raw control bytes become blanks. References to forbidden characters (`&#11;`) become references
/// to a blank, or to a tab where only one digit has room. No byte is added or removed, so lines and
/// byte positions stay true. Bytes of other characters are left to the parser.
struct CharacterFilter {
    /// How many characters were replaced.
    private(set) var replacements = 0

    /// The longest reference that is looked at, such as `&#x0010FFFF;`.
    static let longestReference = 12

    /// Cleans bytes in place and returns how many of them are ready.
    ///
    /// The rest, at most `longestReference` bytes, may begin a reference that goes on in the next
    /// chunk: it is to be put in front of it. At the end of the text everything is ready.
    ///
    /// - Complexity: O(n); one pass without branches for clean text.
    mutating func clean(_ bytes: UnsafeMutableBufferPointer<UInt8>, isLast: Bool) -> Int {
        if Self.needsCleaning(bytes) { replace(in: bytes) }
        return isLast ? bytes.count : bytes.count - Self.unfinishedReference(at: bytes)
    }

    /// Whether there is a control byte, or `&#`, anywhere.
    private static func needsCleaning(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for index in 0..<bytes.count {
            found |= isControl(bytes[index]) ? 1 : 0
        }
        for index in 0..<max(0, bytes.count - 1) {
            found |= (bytes[index] == ampersand ? 1 : 0) & (bytes[index + 1] == hash ? 1 : 0)
        }
        return found != 0
    }

    private mutating func replace(in bytes: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<bytes.count {
            if Self.isControl(bytes[index]) {
                bytes[index] = UInt8(ascii: " ")
                replacements += 1
            } else if bytes[index] == Self.ampersand {
                replaceReference(in: bytes, at: index)
            }
        }
    }

    private mutating func replaceReference(
        in bytes: UnsafeMutableBufferPointer<UInt8>,
        at start: Int
    ) {
        guard let reference = CharacterReference(in: bytes, at: start), !reference.isAllowed else {
            return
        }
        // A blank is 32 or 0x20; what remains in front is filled with zeros. One digit has room
        // for a tab only.
        let digits = reference.digits
        let blank: StaticString = digits.count == 1 ? "9" : reference.isHexadecimal ? "20" : "32"
        for index in digits { bytes[index] = UInt8(ascii: "0") }
        blank.withUTF8Buffer { text in
            for (offset, byte) in text.enumerated() {
                bytes[digits.upperBound - text.count + offset] = byte
            }
        }
        replacements += 1
    }

    /// The length of a reference that the end of the bytes may have cut.
    private static func unfinishedReference(at bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let tail = bytes.suffix(longestReference)
        guard let start = tail.lastIndex(of: ampersand), !tail[start...].contains(semicolon) else {
            return 0
        }
        return bytes.count - start
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        (byte < 32) & (byte != 9) & (byte != 10) & (byte != 13)
    }

    private static let ampersand = UInt8(ascii: "&")
    private static let hash = UInt8(ascii: "#")
    private static let semicolon = UInt8(ascii: ";")
}

extension Bool {
    /// Both, without a branch, so that a loop over bytes can be vectorised.
    fileprivate static func & (left: Bool, right: Bool) -> Bool {
        (left ? 1 : 0 as UInt8) & (right ? 1 : 0 as UInt8) != 0
    }
}

/// A numeric character reference in a text (XML 1.0, section 4.1).
private struct CharacterReference {
    /// Where its digits are; never empty.
    let digits: Range<Int>
    let isHexadecimal: Bool
    private let value: UInt32

    /// Reads a reference that begins at `start`; nil when there is none, or it is overlong.
    init?(in bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else { return nil }
        isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        var value: UInt32 = 0
        var index = first
        let end = min(bytes.count, start + CharacterFilter.longestReference)
        while index < end, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue,
            isHexadecimal || digit < 10
        {
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
            index += 1
        }
        guard index > first, index < end, bytes[index] == UInt8(ascii: ";") else { return nil }
        digits = first..<index
        self.value = value
    }

    /// Whether XML allows the character (production 2, `Char`).
    var isAllowed: Bool {
        switch value {
        case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
