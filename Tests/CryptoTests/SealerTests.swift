import TestSupport
import Testing

@testable import Crypto

@Suite("Sealing", .offPool)
struct SealerTests {
    let sealer = Sealer(key: [UInt8](repeating: 7, count: 32))
    let context = Array("user/client/filter".utf8)

    /// A case of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B.
    ///
    /// That paper is the submission to NIST.
    struct PublishedCase: Sendable {
        var key: String
        var nonce: String
        var context = ""
        var plain = ""
        var ciphertext = ""
        var tag: String
    }

    static let zeroKey = String(repeating: "00", count: 32)
    static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
    static let plain =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    static let ciphertext =
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"

    @Test(
        "The published cases of AES-256-GCM come out, and open again",
        arguments: [
            PublishedCase(
                key: zeroKey,
                nonce: "000000000000000000000000",
                tag: "530f8afbc74536b9a963b4f1c4cb738b"
            ),
            PublishedCase(
                key: zeroKey,
                nonce: "000000000000000000000000",
                plain: "00000000000000000000000000000000",
                ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
                tag: "d0d1c8a799996bf0265b98b5d48ab919"
            ),
            PublishedCase(
                key: key,
                nonce: "cafebabefacedbaddecaf888",
                plain: plain + "1aafd255",
                ciphertext: ciphertext + "898015ad",
                tag: "b094dac5d93471bdec1a502270e3cc6c"
            ),
            PublishedCase(
                key: key,
                nonce: "cafebabefacedbaddecaf888",
                context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                plain: plain,
                ciphertext: ciphertext,
                tag: "76fc6ece0f4e1768cddf8853bb2d551b"
            ),
        ]
    )
    func publishedCases(example: PublishedCase) {
        let sealer = Sealer(key: bytes(example.key))
        let sealed = sealer.seal(
            bytes(example.plain),
            context: bytes(example.context),
            nonce: bytes(example.nonce)
        )
        #expect(sealed.hexadecimal == example.nonce + example.ciphertext + example.tag)
        #expect(sealer.open(sealed, context: bytes(example.context)) == bytes(example.plain))
    }

    @Test("What was sealed opens in its context", arguments: [0, 1, 15, 16, 17, 100, 5000])
    func roundTrip(count: Int) {
        let plain = SecureRandom.bytes(count)
        for context in [context, []] {
            let sealed = sealer.seal(plain, context: context)
            #expect(sealed.count == count + 28)
            #expect(sealer.open(sealed, context: context) == plain)
        }
    }

    @Test("A change of any bit keeps it shut")
    func tampering() {
        let sealed = sealer.seal(Array("position 42".utf8), context: context)
        for position in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[position] ^= 1 << UInt8(bit)
                #expect(sealer.open(changed, context: context) == nil)
            }
        }
    }

    @Test("A change of size keeps it shut")
    func sizes() {
        let sealed = sealer.seal(Array("position 42".utf8), context: context)
        for count in 0..<sealed.count {
            #expect(sealer.open(Array(sealed.prefix(count)), context: context) == nil)
            #expect(sealer.open(Array(sealed.suffix(count)), context: context) == nil)
        }
        #expect(sealer.open(sealed + [0], context: context) == nil)
        #expect(sealer.open([0] + sealed, context: context) == nil)
    }

    @Test("Another context or another key keeps it shut")
    func foreign() {
        let sealed = sealer.seal([1, 2, 3], context: context)
        for other in [[], Array(context.dropLast()), context + [0], Array(context.reversed())] {
            #expect(sealer.open(sealed, context: other) == nil)
        }
        let stranger = Sealer(key: [UInt8](repeating: 8, count: 32))
        #expect(stranger.open(sealed, context: context) == nil)
    }

    @Test("A key of another size is a programming error")
    func keySize() async {
        await #expect(processExitsWith: .failure) {
            _ = Sealer(key: [UInt8](repeating: 0, count: 31))
        }
    }

    @Test("Sealing twice gives two results that both open")
    func nonces() {
        let sealed = (0..<100).map { _ in sealer.seal([1], context: context) }
        #expect(Set(sealed).count == sealed.count)
        #expect(sealed.allSatisfy { sealer.open($0, context: context) == [1] })
    }
}
