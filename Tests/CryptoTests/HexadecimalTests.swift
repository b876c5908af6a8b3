import Crypto
import TestSupport
import Testing

@Suite("Hexadecimal digits", .offPool)
struct HexadecimalTests {
    @Test(
        "Every byte becomes two lower-case digits",
        arguments: [
            ([], ""), ([0], "00"), ([9, 10, 15, 16], "090a0f10"), ([0x9F, 0xA0, 0xFF], "9fa0ff"),
        ] as [([UInt8], String)]
    )
    func digits(bytes: [UInt8], expected: String) {
        #expect(bytes.hexadecimal == expected)
        #expect(bytes.lazy.map { $0 }.hexadecimal == expected)
    }
}

/// Reads pairs of hexadecimal digits from published vectors.
func bytes(_ digits: String) -> [UInt8] {
    var rest = Substring(digits)
    var bytes: [UInt8] = []
    while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16) else {
            preconditionFailure("A vector holds something else than hexadecimal digits.")
        }
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}
