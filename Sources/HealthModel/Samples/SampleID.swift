/// The universally unique identifier of a sample: 128 bits in network order.
///
/// Ordered as its bytes are, which is the order rule 5 of the merge breaks its last tie by.
package struct SampleID: Hashable, Comparable, Sendable {
    /// The 16 bytes as one number, first byte most significant.
    package let bits: UInt128

    /// Makes an identifier from its bits.
    package init(bits: UInt128) {
        self.bits = bits
    }

    package static func < (left: SampleID, right: SampleID) -> Bool {
        left.bits < right.bits
    }
}

extension SampleID {
    /// Parses `6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f`: 36 characters, hexadecimal in either case.
    ///
    /// Returns nil for any other spelling (braces, missing hyphens, other lengths).
    package init?(parsing text: some Collection<UInt8>) {
        let parsed =
            text.withContiguousStorageIfAvailable { Self(buffer: $0) }
            ?? Array(text).withUnsafeBufferPointer { Self(buffer: $0) }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Parses the text form in UTF-8 bytes; see `init(parsing:)`.
    ///
    /// On the hot path: across modules a generic collection is walked through witness tables, which
    /// took half of the processor time of a push.
    package init?(buffer text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        var (high, low) = (0 as UInt64, 0 as UInt64)
        for (index, byte) in text.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.hexadecimalValue(of: byte) else { return nil }
            (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
        }
        bits = UInt128(high) << 64 | UInt128(low)
    }

    /// Parses the 36-character text form; see `init(parsing:)`.
    package init?(_ text: String) {
        self.init(parsing: text.utf8)
    }

    private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension SampleID: CustomStringConvertible {
    /// The canonical lower-case form with hyphens.
    package var description: String {
        String(unsafeUninitializedCapacity: Self.length) { spell(into: $0) }
    }

    /// The bytes that the text takes.
    package static let length = 36

    /// Spells the text into `length` bytes, and answers how many it took.
    package func spell(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var rest = UInt64(truncatingIfNeeded: bits >> 64)
        var index = 0
        for position in 0..<32 {
            if position == 16 { rest = UInt64(truncatingIfNeeded: bits) }
            if position == 8 || position == 12 || position == 16 || position == 20 {
                buffer[index] = UInt8(ascii: "-")
                index += 1
            }
            let digit = UInt8(truncatingIfNeeded: rest >> 60)
            buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            rest <<= 4
            index += 1
        }
        return index
    }
}
