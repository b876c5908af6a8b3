import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthService

/// What deliveries are made of, without a server.
@Suite("Parts of webhooks")
struct WebhookPartTests {
    /// The vector that the Standard Webhooks libraries are tested with: `whsec_MfKQ9r8G...`.
    @Test("A signature is the one that the Standard Webhooks libraries make")
    func signature() {
        let secret: [UInt8] = [
            0x31, 0xF2, 0x90, 0xF6, 0xBF, 0x06, 0x29, 0x8A, 0xAB, 0x4F, 0x08, 0xD4, 0x3C, 0x3F,
            0x08, 0x2C, 0xF6, 0x48, 0xA3, 0x62, 0xDA, 0x2D, 0xA4, 0xB0,
        ]
        #expect(WebhookSignature.text(of: secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let header = WebhookSignature.header(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8),
            secrets: [secret]
        )
        #expect(header == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("Two secrets make two signatures, the present one's first")
    func twoSignatures() {
        func header(_ secrets: [[UInt8]]) -> String {
            WebhookSignature.header(id: "a", timestamp: 1, body: [1], secrets: secrets)
        }
        #expect(header([[1], [2]]) == header([[1]]) + " " + header([[2]]))
        #expect(header([[1]]) != header([[2]]))
    }

    @Test("Pauses grow up to a bound, are drawn from all of it, and honour Retry-After")
    func backoff() {
        let backoff = WebhookBackoff(WebhookSettings())
        #expect((1...4).map { backoff.bound(afterFailures: $0) } == [5, 10, 20, 40])
        #expect(backoff.bound(afterFailures: 11) == 3600)
        #expect(backoff.bound(afterFailures: .max) == 3600)
        var generator = SeededGenerator(seed: 1)
        let drawn = (0..<1000).map { _ in
            backoff.pause(afterFailures: 3, using: &generator)
        }
        #expect(drawn.allSatisfy { (0...20).contains($0) })
        #expect(drawn.contains { $0 < 1 } && drawn.contains { $0 > 19 })
        let asked = backoff.pause(afterFailures: 1, retryAfter: 600, using: &generator)
        #expect(asked == 600)
        let tooLong = backoff.pause(afterFailures: 1, retryAfter: 1e9, using: &generator)
        #expect(tooLong == 3600)
    }

    @Test("A sealed secret opens for its webhook and key alone")
    func sealedSecret() {
        let seals = Seals(key: [UInt8](repeating: 1, count: 32))
        let (one, two) = (WebhookID(bits: 1), WebhookID(bits: 2))
        let sealed = seals.sealed(secret: [1, 2, 3], of: one)
        #expect(seals.secret(sealed, of: one) == [1, 2, 3])
        #expect(seals.secret(sealed, of: two) == nil)
        #expect(Seals(key: [UInt8](repeating: 2, count: 32)).secret(sealed, of: one) == nil)
    }
}
