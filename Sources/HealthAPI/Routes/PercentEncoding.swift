/// Percent-encoding of URL parts (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Decodes escapes such as `%41`; `+` stays `+`.
    ///
    /// Returns nil for a broken escape or bytes that are not UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next(), let low = rest.next(),
                let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16),
                high != UInt8(ascii: "+"), high != UInt8(ascii: "-")
            else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Encodes all but the unreserved characters (RFC 3986, section 2.3).
    package static func encode(_ text: some StringProtocol) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
