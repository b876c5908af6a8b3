import Crypto
import TestSupport
import Testing

@Suite("Secure randomness", .offPool)
struct SecureRandomTests {
    @Test("As many bytes come as were asked for", arguments: [0, 1, 16, 32, 1000])
    func counts(count: Int) {
        #expect(SecureRandom.bytes(count).count == count)
    }

    @Test("Two draws of 256 bits differ")
    func draws() {
        let draws = (0..<100).map { _ in SecureRandom.bytes(32) }
        #expect(Set(draws).count == draws.count)
    }

    @Test("Every bit of the generator is sometimes set and sometimes not")
    func bits() {
        var generator = SecureRandom.SecureGenerator()
        let numbers = (0..<200).map { _ in generator.next() }
        #expect(numbers.reduce(0, |) == .max)
        #expect(numbers.reduce(.max, &) == 0)
    }
}

@Suite("Comparison in constant time", .offPool)
struct ConstantTimeTests {
    @Test("Equal bytes are equal")
    func equal() {
        #expect(ConstantTime.equal([], []))
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
    }

    @Test("A difference anywhere counts, and so does the size")
    func different() {
        let secret = SecureRandom.bytes(40)
        for position in secret.indices {
            var other = secret
            other[position] ^= 1 << UInt8(position % 8)
            #expect(!ConstantTime.equal(secret, other))
        }
        #expect(!ConstantTime.equal(secret, Array(secret.dropLast())))
        #expect(!ConstantTime.equal(secret, secret + [0]))
        #expect(!ConstantTime.equal([], [0]))
    }
}
