import HealthModel
import HealthStore
import Testing

@testable import HealthService

@Suite("Turns of webhooks")
struct WebhookQueueTests {
    private let now = Instant(seconds: 1000)

    private func pair(_ webhook: UInt128, _ user: Int64) -> WebhookPair {
        WebhookPair(webhook: WebhookID(bits: webhook), user: UserID(number: user))
    }

    private func queue(_ pairs: [WebhookPair], limit: Int = 10, atOnce: Int = 2) -> WebhookQueue {
        var queue = WebhookQueue(limit: limit, atOnce: atOnce)
        for pair in pairs { queue.add(pair) }
        return queue
    }

    @Test("A pair waits once, and again when it is added while it is worked at")
    func once() {
        var queue = queue([pair(1, 1), pair(1, 1)])
        #expect(queue.next(at: now) == pair(1, 1))
        #expect(queue.next(at: now) == nil)
        queue.add(pair(1, 1))
        #expect(queue.next(at: now) == nil, "one at a time")
        let isWorthALook1 = queue.done(pair(1, 1))
        #expect(!isWorthALook1)
        #expect(queue.next(at: now) == pair(1, 1))
    }

    @Test("Webhooks take turns, and no one takes all the places")
    func turns() {
        var queue = queue([pair(1, 1), pair(1, 2), pair(1, 3), pair(2, 1)])
        let taken = (0..<4).map { _ in queue.next(at: now) }
        #expect(taken == [pair(1, 1), pair(2, 1), pair(1, 2), nil])
        _ = queue.done(pair(1, 1))
        #expect(queue.next(at: now) == pair(1, 3))
    }

    @Test("A receiver that is left alone is left alone with all users, until it is time")
    func held() {
        var queue = queue([pair(1, 1), pair(1, 2), pair(2, 1)])
        #expect(queue.next(at: now) == pair(1, 1))
        #expect(queue.missed(pair(1, 1).webhook) == 1)
        queue.hold(pair(1, 1).webhook, until: Instant(seconds: 1010))
        _ = queue.done(pair(1, 1))
        #expect(queue.next(at: now) == pair(2, 1))
        #expect(queue.next(at: now) == nil)
        #expect(queue.next(at: Instant(seconds: 1010)) == pair(1, 2))
        #expect(queue.missed(pair(1, 1).webhook) == 2)
    }

    @Test("What finds no room is to be looked for once the line is empty")
    func overflow() {
        var queue = queue([pair(1, 1), pair(1, 2), pair(1, 3)], limit: 2)
        #expect(queue.count == 2)
        #expect(queue.next(at: now) == pair(1, 1))
        let isWorthALook2 = queue.done(pair(1, 1))
        #expect(!isWorthALook2)
        #expect(queue.next(at: now) == pair(1, 2))
        let isWorthALook3 = queue.done(pair(1, 2))
        #expect(isWorthALook3)
        #expect(queue.next(at: now) == nil)
    }
}
