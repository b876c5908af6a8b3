import Crypto
import TestSupport
import Testing

@Suite("Base 64 for addresses", .offPool)
struct Base64URLTests {
    @Test(
        "The vectors of RFC 4648 come out without their padding, and go back",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(plain.utf8) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("The alphabet is the one for addresses")
    func alphabet() {
        let expected = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let decoded = Base64URL.decode(expected)
        #expect(decoded?.count == 48)
        #expect(decoded.map { Base64URL.encode($0) } == expected)
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
    }

    @Test(
        "What encoding cannot have made is refused",
        arguments: [
            "Zg==", "Zg=", "Z", "Zm9vY", "=", "Zm 9v", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9é",
            "Zm9v\0", "Zh", "Zm9", "Zm9vYh", "_________", "Zm.v",
        ]
    )
    func refusals(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Each value has one spelling")
    func spelling() {
        for first in 0..<64 {
            let character = Base64URL.encode([UInt8(first << 2)]).prefix(1)
            let spellings = ["A", "Q", "g", "w"].map { character + $0 }
            #expect(Set(spellings.compactMap { Base64URL.decode($0) }).count == 4)
        }
        let others = "BCDEFGHIJKLMNOPRSTUVWXYZabcdefhijklmnopqrstuvxyz0123456789-_"
        #expect(others.allSatisfy { Base64URL.decode("A\($0)") == nil })
    }

    @Test("Random bytes of every size go there and back")
    func roundTrip() {
        for count in 0..<200 {
            let bytes = SecureRandom.bytes(count)
            let encoded = Base64URL.encode(bytes)
            #expect(encoded.utf8.count == (count * 4 + 2) / 3)
            #expect(Base64URL.decode(encoded) == bytes)
            #expect(Base64URL.encode(bytes.lazy.map { $0 }) == encoded)
        }
    }
}
