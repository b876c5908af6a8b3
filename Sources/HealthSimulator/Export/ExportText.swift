import HealthModel

/// A growing piece of text in UTF-8, with the formats that exports use.
struct ExportText {
    /// The text that has not been taken yet.
    private(set) var bytes: [UInt8] = []

    /// Appends text as it is.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a number that is not negative, with zeros in front up to a width.
    mutating func append(decimal number: Int, width: Int) {
        append(UInt64(number), base: 10, width: width)
    }

    /// Appends a number in hexadecimal.
    mutating func append(hexadecimal number: UInt64, width: Int) {
        append(number, base: 16, width: width)
    }

    /// Appends a time such as `2018-03-05 11:22:05 +0100`; exports print one offset throughout.
    mutating func append(time seconds: Int64) {
        let local = seconds + 3600
        let days = local.quotientRoundedDown(by: 86400)
        let second = Int(local - days * 86400)
        let date = CivilDate(daysSince1970: Int(days))
        append(decimal: date.year, width: 4)
        append("-")
        append(decimal: date.month, width: 2)
        append("-")
        append(decimal: date.day, width: 2)
        append(" ")
        append(decimal: second / 3600, width: 2)
        append(":")
        append(decimal: second / 60 % 60, width: 2)
        append(":")
        append(decimal: second % 60, width: 2)
        append(" +0100")
    }

    /// Appends the blanks in front of an element.
    mutating func append(indent: Int) {
        for _ in 0..<indent { bytes.append(UInt8(ascii: " ")) }
    }

    /// Appends ` name="value"`, with everything escaped that has to be.
    mutating func append(attribute name: String, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.utf8)
        append("=\"")
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    /// Appends ` name="2018-03-05 11:22:05 +0100"`.
    mutating func append(attribute name: String, time: ZonedInstant) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.utf8)
        append("=\"")
        append(time: time.instant.wholeSeconds)
        append("\"")
    }

    /// Takes away what was appended last, down to a number of bytes.
    mutating func removeAll(after count: Int) {
        bytes.removeSubrange(count...)
    }

    /// Hands over the text and begins anew.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func append(_ number: UInt64, base: UInt64, width: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            let digit = UInt8(rest % base)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            rest /= base
        } while rest > 0
        while bytes.count - start < width { bytes.append(UInt8(ascii: "0")) }
        bytes[start...].reverse()
    }
}
