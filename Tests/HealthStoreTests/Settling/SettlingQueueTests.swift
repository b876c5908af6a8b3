import Testing

@testable import HealthStore

/// The settler's decisions, with moments made up and no database.
@Suite("Queue of the settler")
struct SettlingQueueTests {
    private typealias Order = SettlingQueue.Order

    private let start = ContinuousClock.now
    private let settings: SettlerSettings = {
        var settings = SettlerSettings()
        settings.capacity = 4
        settings.sweepLimit = 3
        return settings
    }()

    /// A queue that has swept once and found nothing.
    private func sweptQueue() -> Subject {
        let queue = freshQueue()
        _ = queue.next(at: start)
        queue.swept([])
        return queue
    }

    private func freshQueue() -> Subject { Subject(SettlingQueue(settings, now: start)) }

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    private func user(_ number: Int64) -> UserID { UserID(number: number) }

    private func pair(_ number: Int64, _ typeID: Int16 = 1) -> SettlingPair {
        SettlingPair(user: user(number), typeID: typeID)
    }

    @Test("It sweeps first, then sleeps until the next sweep")
    func firstSweep() {
        let queue = freshQueue()
        #expect(queue.next(at: start) == .sweep(after: nil))
        queue.swept([])
        let sleep = Order.wait(until: at(60))
        #expect(queue.next(at: at(1)) == sleep)
        #expect(queue.next(at: at(60)) == .sweep(after: nil))
    }

    @Test("A new order is settled at once, piece by piece, and wakes the sleeper")
    func newOrder() {
        let queue = sweptQueue()
        _ = queue.next(at: at(1))
        #expect(queue.noteOrder(pair(1), at: at(2)))
        #expect(!queue.noteOrder(pair(1), at: at(2)), "it is awake already")
        #expect(queue.next(at: at(2)) == .settle(pair(1)))
        queue.finished(pair(1), .more, at: at(2))
        #expect(queue.next(at: at(2)) == .settle(pair(1)))
        queue.finished(pair(1), .done, at: at(2))
        #expect(queue.next(at: at(2)) == .wait(until: at(60)))
        #expect(queue.count == 0)
    }

    @Test("Written days are settled when their user has been quiet, every write begins anew")
    func quietUsers() {
        let queue = sweptQueue()
        _ = queue.next(at: at(0))
        #expect(queue.noteWrite(user: user(1), typeIDs: [1], at: at(1)))
        #expect(queue.next(at: at(1)) == .wait(until: at(4)))
        #expect(!queue.noteWrite(user: user(1), typeIDs: [2], at: at(2)), "nothing comes earlier")
        _ = queue.noteWrite(user: user(2), typeIDs: [1], at: at(3))
        #expect(queue.next(at: at(4)) == .wait(until: at(5)))
        #expect(queue.next(at: at(5)) == .settle(pair(1, 1)))
        #expect(queue.next(at: at(5)) == .settle(pair(1, 2)))
        #expect(queue.next(at: at(5)) == .wait(until: at(6)))
        #expect(queue.next(at: at(6)) == .settle(pair(2)))
    }

    @Test("Pairs take turns: what has more to settle goes behind the others")
    func turns() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        _ = queue.noteOrder(pair(2), at: start)
        var settled: [SettlingPair] = []
        for _ in 0..<4 {
            guard case .settle(let pair) = queue.next(at: at(1)) else {
                continue
            }
            settled.append(pair)
            queue.finished(pair, .more, at: at(1))
        }
        #expect(settled == [pair(1), pair(2), pair(1), pair(2)])
    }

    @Test("A user whom somebody writes to at the moment waits like one who just wrote")
    func busyUser() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        _ = queue.next(at: at(1))
        queue.finished(pair(1), .busy, at: at(1))
        #expect(queue.next(at: at(1)) == .wait(until: at(4)))
        #expect(queue.next(at: at(4)) == .settle(pair(1)))
    }

    @Test("While requests wait it steps aside, from sweeps too, and forgets nothing")
    func yielding() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        let aside = Order.wait(until: at(1) + settings.yieldTime)
        #expect(queue.next(at: at(1), isForegroundBusy: true) == aside)
        #expect(queue.next(at: at(1)) == .settle(pair(1)))
        #expect(
            queue.next(at: at(70), isForegroundBusy: true)
                == .wait(until: at(70) + settings.yieldTime)
        )
        #expect(queue.next(at: at(71)) == .sweep(after: nil))
    }

    @Test("It remembers so many pairs and no more; a sweep takes in the rest, page by page")
    func bounds() {
        let queue = sweptQueue()
        for number in 1...9 {
            _ = queue.noteWrite(user: user(9), typeIDs: [Int16(number)], at: start)
        }
        #expect(queue.count == 4)
        #expect(!queue.noteOrder(pair(1), at: start))
        for _ in 0..<4 {
            guard case .settle(let pair) = queue.next(at: at(10)) else {
                Issue.record("there is something to settle")
                return
            }
            queue.finished(pair, .done, at: at(10))
        }
        #expect(queue.next(at: at(60)) == .sweep(after: nil))
        queue.swept([pair(1), pair(2), pair(3)])
        #expect(queue.count == 3)
        for number in 1...3 {
            #expect(queue.next(at: at(61)) == .settle(pair(Int64(number))))
        }
        let next = queue.next(at: at(61))
        #expect(next == .sweep(after: pair(3)), "a full page means that there may be more")
        queue.swept([pair(4)])
        #expect(queue.next(at: at(61)) == .settle(pair(4)))
        #expect(queue.next(at: at(61)) == .wait(until: at(121)))
    }

    @Test("A sweep that does not fit goes on where it had to stop")
    func fullSweep() {
        let queue = sweptQueue()
        _ = queue.noteWrite(user: user(9), typeIDs: [1, 2], at: at(59))
        #expect(queue.next(at: at(60)) == .sweep(after: nil))
        queue.swept([pair(1), pair(2), pair(3)])
        #expect(queue.count == 4)
        #expect(queue.next(at: at(60)) == .settle(pair(1)))
        #expect(queue.next(at: at(60)) == .settle(pair(2)))
        #expect(queue.next(at: at(60)) == .sweep(after: pair(2)))
        queue.swept([])
        #expect(queue.next(at: at(60)) == .wait(until: at(62)))
    }

    @Test("Pairs whose user still writes are not taken up by a sweep")
    func sweepOfRestless() {
        let queue = sweptQueue()
        _ = queue.noteWrite(user: user(1), typeIDs: [1], at: at(59))
        #expect(queue.next(at: at(60)) == .sweep(after: nil))
        queue.swept([pair(1)])
        #expect(queue.next(at: at(60)) == .wait(until: at(62)))
    }

    @Test("A database that fails is left alone for longer each time, and told of once")
    func backOff() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        var now = at(1)
        var pauses: [Duration] = []
        for attempt in 0..<9 {
            let order = queue.next(at: now)
            #expect(order != .stop)
            #expect(queue.failed(order, at: now) == (attempt == 0))
            guard case .wait(let moment) = queue.next(at: now) else {
                Issue.record("it goes on at once")
                return
            }
            pauses.append(now.duration(to: moment))
            now = moment
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        #expect(!queue.noteOrder(pair(2), at: now), "a pause is not cut short")
        while case .sweep = queue.next(at: now) { queue.swept([]) }
        queue.finished(pair(1), .done, at: now)
        #expect(queue.failed(.settle(pair(1)), at: now), "after it worked, it is told again")
    }

    @Test("A pair that the database failed at is tried again; one without hope is not")
    func failedPairs() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        let order = queue.next(at: at(1))
        _ = queue.failed(order, at: at(1))
        #expect(queue.next(at: at(2)) == .settle(pair(1)))
        queue.finished(pair(1), .hopeless, at: at(2))
        #expect(queue.next(at: at(2)) == .wait(until: at(60)))
    }

    @Test("Closed, it stops whatever is left, in a pause, too")
    func closed() {
        let queue = sweptQueue()
        _ = queue.noteOrder(pair(1), at: start)
        _ = queue.failed(queue.next(at: at(1)), at: at(1))
        queue.close()
        #expect(queue.next(at: at(1), isForegroundBusy: true) == .stop)
    }
}

/// A queue whose events can be told inside of an expectation.
private final class Subject {
    private var queue: SettlingQueue

    init(_ queue: SettlingQueue) { self.queue = queue }

    var count: Int { queue.count }

    func next(
        at moment: ContinuousClock.Instant,
        isForegroundBusy: Bool = false
    ) -> SettlingQueue.Order {
        queue.next(at: moment, isForegroundBusy: isForegroundBusy)
    }

    func noteWrite(user: UserID, typeIDs: [Int16], at moment: ContinuousClock.Instant) -> Bool {
        queue.noteWrite(user: user, typeIDs: typeIDs, at: moment)
    }

    func noteOrder(_ pair: SettlingPair, at moment: ContinuousClock.Instant) -> Bool {
        queue.noteOrder(pair, at: moment)
    }

    func finished(
        _ pair: SettlingPair,
        _ outcome: SettlingQueue.Outcome,
        at moment: ContinuousClock.Instant
    ) { queue.finished(pair, outcome, at: moment) }

    func swept(_ pairs: [SettlingPair]) { queue.swept(pairs) }

    func failed(_ order: SettlingQueue.Order, at moment: ContinuousClock.Instant) -> Bool {
        queue.failed(order, at: moment)
    }

    func close() { queue.close() }
}
