import Crypto
import TestSupport
import Testing

@Suite("SHA-256", .offPool)
struct SHA256Tests {
    @Test(
        "The examples for FIPS 180-4 come out",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func examples(text: String, expected: String) {
        #expect(SHA256.hexadecimal(text.utf8) == expected)
        #expect(SHA256.hash(Array(text.utf8)) == bytes(expected))
    }

    @Test("A million letters come out as published")
    func million() {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(SHA256.hexadecimal(letters) == expected)
    }

    @Test("It does not matter how the bytes are held")
    func sequences() {
        let array = Array("some bytes".utf8)
        let expected = SHA256.hash(array)
        #expect(SHA256.hash(sequence(state: array.makeIterator()) { $0.next() }) == expected)
        #expect(SHA256.hash(array[...]) == expected)
        #expect(array.withUnsafeBytes { SHA256.hash($0) } == expected)
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(SHA256.hash(empty) == SHA256.hash([]))
    }
}
