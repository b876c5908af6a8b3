import Crypto
import Testing

@Suite("Base 64 with padding")
struct Base64Tests {
    @Test(
        "The vectors of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(text: String, encoded: String) {
        #expect(Base64.encode(text.utf8) == encoded)
    }

    @Test("The two characters that differ from the alphabet for addresses")
    func alphabet() {
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    }
}
