import Crypto
import Testing

@Suite("SHA-256 in pieces")
struct SHA256HasherTests {
    @Test("However bytes are cut into pieces, their hash is that of the whole")
    func pieces() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for size in [1, 63, 64, 65, 999, 1000] {
            let hasher = SHA256Hasher()
            for start in stride(from: 0, to: bytes.count, by: size) {
                hasher.update(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(hasher.finish() == SHA256.hash(bytes), "\(size)")
        }
        #expect(SHA256Hasher().finish() == SHA256.hash([]))
    }
}
