import Foundation

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
    /// - Complexity: O(n); clean text is only looked through.
    mutating func clean(_ bytes: UnsafeMutableBufferPointer<UInt8>, isLast: Bool) -> Int {
        if Self.needsCleaning(bytes) { replace(in: bytes) }
        return isLast ? bytes.count : bytes.count - Self.unfinishedReference(at: bytes)
    }

    /// Whether there is a control byte, or `&#`, anywhere.
    private static func needsCleaning(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        hasControl(bytes) || hasReference(bytes)
    }

    /// Looks at eight bytes at a time, and at each of them only where one is below 32.
    ///
    /// The test is "hasless" of Sean Eron Anderson's "Bit Twiddling Hacks".
    private static func hasControl(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let words = raw.count / 8
        for index in 0..<words {
            let word = raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            let below = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
            if below != 0, raw[index * 8..<index * 8 + 8].contains(where: isControl) { return true }
        }
        return raw[(words * 8)...].contains(where: isControl)
    }

    private static func hasReference(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard var position = bytes.baseAddress else { return false }
        let end = position + bytes.count
        while position < end, let found = memchr(position, Int32(ampersand), end - position) {
            position = found.assumingMemoryBound(to: UInt8.self) + 1
            if position < end, position.pointee == hash { return true }
        }
        return false
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
        byte < 32 && byte != 9 && byte != 10 && byte != 13
    }

    private static let ampersand = UInt8(ascii: "&")
    private static let hash = UInt8(ascii: "#")
    private static let semicolon = UInt8(ascii: ";")
}

/// A numeric character reference in a text (XML 1.0, section 4.1).
private struct CharacterReference {
    /// Where its digits are; never empty.
    let digits: Range<Int>
    /// Whether they are hexadecimal.
    let isHexadecimal: Bool
    private let value: UInt64

    /// Reads a reference that begins at `start`; nil when there is none, or it is overlong.
    init?(in bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        guard start + 2 < bytes.count, bytes[start + 1] == UInt8(ascii: "#") else { return nil }
        isHexadecimal = bytes[start + 2] == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 3 : 2)
        var value: UInt64 = 0
        var index = first
        let end = min(bytes.count, start + CharacterFilter.longestReference)
        while index < end, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue,
            isHexadecimal || digit < 10
        {
            value = value * (isHexadecimal ? 16 : 10) + UInt64(digit)
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
