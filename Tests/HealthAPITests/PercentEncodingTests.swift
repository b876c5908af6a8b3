import HealthAPI
import TestSupport
import Testing

/// Escapes of URL parts.
@Suite("Percent encoding", .offPool)
struct PercentEncodingTests {
    @Test(
        "What is not unreserved is escaped byte by byte, in capitals",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), (" ", "%20"), ("+", "%2B"), ("/", "%2F"),
            ("%", "%25"), ("\u{0}\n", "%00%0A"), ("\u{E9}", "%C3%A9"),
            ("\u{1F47D}", "%F0%9F%91%BD"), ("a=b&c", "a%3Db%26c"),
        ]
    )
    func encoding(text: String, encoded: String) {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(PercentEncoding.decode(encoded) == text)
    }

    @Test("Escapes are decoded in either case; a plus sign stays one")
    func decoding() {
        #expect(PercentEncoding.decode("%c3%A9+%2b") == "\u{E9}++")
    }

    @Test(
        "Broken escapes and bytes that are not UTF-8 decode to nothing",
        arguments: [
            "%", "%4", "a%", "%G0", "%0G", "%+1", "%-1", "%1-", "% 1", "%%41", "%FF", "%C3",
        ]
    )
    func broken(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test("Any text comes back from its escapes")
    func roundTrip() {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        for _ in 0..<500 {
            let scalars = (0..<8).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        }
    }
}
