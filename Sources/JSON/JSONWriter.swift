/// Writes a document into one array of bytes, with commas where they belong.
///
/// The writer does not check that the calls make a document: a key without a value, or an array
/// that is never ended, comes out as it was asked for. Write into a writer that is reset with
/// `removeAll()` to allocate only while the largest document grows.
package struct JSONWriter {
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []

    /// Whether a comma goes before the next element or key.
    private var isAfterValue = false

    /// Makes a writer with room for `capacity` bytes.
    package init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Forgets what was written, and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isAfterValue = false
    }
}

/// Arrays and objects.
extension JSONWriter {
    /// Begins an object; keys and values follow in turn.
    package mutating func beginObject() {
        begin("{")
    }

    /// Ends the object begun last.
    package mutating func endObject() {
        end("}")
    }

    /// Begins an array; its elements follow.
    package mutating func beginArray() {
        begin("[")
    }

    /// Ends the array begun last.
    package mutating func endArray() {
        end("]")
    }

    /// Writes the key of the member whose value follows; one that needs no escape.
    package mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { text in
            assert(!text.contains(where: \.needsEscape), "A literal key needs an escape.")
            bytes.append(contentsOf: text)
        }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        isAfterValue = false
    }

    /// Writes the key of the member whose value follows.
    @_disfavoredOverload
    package mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        isAfterValue = false
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        isAfterValue = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        isAfterValue = true
    }

    private mutating func separate() {
        if isAfterValue { bytes.append(UInt8(ascii: ",")) }
        isAfterValue = true
    }
}

/// Scalars.
extension JSONWriter {
    /// Writes a string.
    package mutating func string(_ string: String) {
        var string = string
        string.withUTF8 { buffer in
            separate()
            appendQuoted(buffer)
        }
    }

    /// Writes the shortest number that reads back as the same double.
    ///
    /// Whole numbers have no fraction (`8412`), and negative zero keeps its sign (`-0`). Traps on
    /// what JSON cannot say: infinities and NaN.
    package mutating func number(_ number: Double) {
        precondition(number.isFinite, "JSON has no infinities and no NaN.")
        separate()
        if number.magnitude < 0x1p53, number != 0, number == Double(Int64(number)) {
            return append(decimal: Int64(number))
        }
        var text = number.description
        text.withUTF8 { append($0[..<$0.countWithoutEmptyFraction]) }
    }

    /// Writes an integer.
    package mutating func integer(_ integer: Int64) {
        separate()
        append(decimal: integer)
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ boolean: Bool) {
        literal(boolean ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        literal("null")
    }

    /// Writes a value that is a JSON text already, such as `JSONValue.rawBytes`.
    package mutating func raw(_ text: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Writes a value that is a JSON text already, in one piece.
    package mutating func raw(_ text: [UInt8]) {
        separate()
        bytes += text
    }

    /// Writes a string that a closure spells into memory of so many bytes, answering how many it
    /// took; none of them may need an escape.
    package mutating func plainString(
        limit: Int,
        _ spell: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
        separate()
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit + 2) { text in
            text[0] = UInt8(ascii: "\"")
            let count = spell(UnsafeMutableBufferPointer(rebasing: text[1...limit]))
            text[count + 1] = UInt8(ascii: "\"")
            append(UnsafeBufferPointer(text)[..<(count + 2)])
        }
    }

    /// Appends bytes in one piece: of a slice, the library would copy them one by one.
    private mutating func append(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text))
    }

    private mutating func literal(_ literal: StaticString) {
        separate()
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(decimal integer: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var position = 20
            var rest = integer.magnitude
            repeat {
                position -= 1
                digits[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if integer < 0 { bytes.append(UInt8(ascii: "-")) }
            append(UnsafeBufferPointer(digits)[position...])
        }
    }

    /// Appends UTF-8 between quotes, in runs that need no escape (RFC 8259, section 7).
    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for (position, byte) in text.enumerated() where byte.needsEscape {
            append(text[start..<position])
            append(escaped: byte)
            start = position + 1
        }
        append(text[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        default:
            let low = byte & 15
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + (byte >> 4))
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

extension UInt8 {
    fileprivate var needsEscape: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// How many bytes there are without the `.0` that Swift prints after whole numbers.
    fileprivate var countWithoutEmptyFraction: Int {
        guard count > 2, self[count - 2] == UInt8(ascii: "."), self[count - 1] == UInt8(ascii: "0")
        else { return count }
        return count - 2
    }
}
