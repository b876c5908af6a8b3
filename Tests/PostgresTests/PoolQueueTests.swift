import TestSupport
import Testing

@testable import Postgres

private typealias Queue = PoolQueue<Int>

@Suite("The pool's queue", .offPool)
struct PoolQueueTests {
    private let start = ContinuousClock.now

    private func entry(_ number: Int, seconds: Int = 5) -> Queue.Entry {
        Queue.Entry(ticket: UInt64(number), deadline: start + .seconds(seconds), job: number)
    }

    private func run(_ order: Queue.Order) -> Int? {
        if case .run(let entry) = order { return entry.job }
        return nil
    }

    @Test("The worker that slept last is woken first and gets the job")
    func wakesLastParked() {
        var queue = Queue(limit: 2)
        for worker in 0..<3 {
            guard case .park = queue.next(worker: worker) else {
                Issue.record("a worker without work must park")
                return
            }
        }
        guard case .wake(let worker) = queue.submit(entry(1)) else {
            Issue.record("a parked worker must be woken")
            return
        }
        #expect(worker == 2)
        #expect(run(queue.next(worker: 2)) == 1)
        #expect(queue.parked == [0, 1])
    }

    @Test("Jobs wait in order while every worker is busy")
    func order() {
        var queue = Queue(limit: 2)
        _ = queue.submit(entry(1))
        _ = queue.submit(entry(2))
        #expect(run(queue.next(worker: 0)) == 1)
        #expect(run(queue.next(worker: 1)) == 2)
    }

    @Test("A job beyond the limit is refused at once")
    func full() {
        var queue = Queue(limit: 1)
        _ = queue.submit(entry(1))
        guard case .refused(.full) = queue.submit(entry(2)) else {
            Issue.record("the second job must be refused")
            return
        }
        #expect(queue.waiting.map(\.job) == [1])
    }

    @Test("With no room at all a free worker still takes a job")
    func noRoom() {
        var queue = Queue(limit: 0)
        _ = queue.next(worker: 0)
        guard case .wake = queue.submit(entry(1)), case .refused(.full) = queue.submit(entry(2))
        else {
            Issue.record("one is taken, the other refused")
            return
        }
    }

    @Test("A withdrawn job is never run; a job that was taken cannot be withdrawn")
    func withdraw() {
        var queue = Queue(limit: 3)
        for number in 1...3 { _ = queue.submit(entry(number)) }
        #expect(queue.withdraw(ticket: 2) == 2)
        #expect(queue.withdraw(ticket: 2) == nil)
        #expect(run(queue.next(worker: 0)) == 1)
        #expect(queue.withdraw(ticket: 1) == nil)
        #expect(run(queue.next(worker: 0)) == 3)
    }

    @Test("The timer is set once, and again only while jobs wait")
    func timer() {
        var queue = Queue(limit: 5)
        guard case .queued(let first) = queue.submit(entry(1, seconds: 1)),
            case .queued(let second) = queue.submit(entry(2, seconds: 2))
        else {
            Issue.record("both must be queued")
            return
        }
        #expect(first == start + .seconds(1))
        #expect(second == nil)
        let early = queue.expire(at: start + .seconds(1))
        #expect(early.expired == [1])
        #expect(early.timer == start + .seconds(2))
        let late = queue.expire(at: start + .seconds(3))
        #expect(late.expired == [2])
        #expect(late.timer == nil)
        guard case .queued(let third) = queue.submit(entry(3)) else {
            Issue.record("the third must be queued")
            return
        }
        #expect(third == start + .seconds(5))
    }

    @Test("Closing fails what waits, wakes who sleeps and refuses the rest")
    func close() {
        var queue = Queue(limit: 5)
        _ = queue.next(worker: 0)
        _ = queue.next(worker: 1)
        _ = queue.submit(entry(1))
        let (failed, wake) = queue.close()
        #expect(failed == [])
        #expect(wake == [0])
        #expect(run(queue.next(worker: 1)) == 1, "a job that a worker has is done")
        for worker in 0...1 {
            guard case .stop = queue.next(worker: worker) else {
                Issue.record("a worker of a closed pool must stop")
                return
            }
        }
        guard case .refused(.closed) = queue.submit(entry(2)) else {
            Issue.record("a closed pool must refuse")
            return
        }
        #expect(queue.close().wake == [])
    }

    @Test("Whatever happens, every job has exactly one fate")
    func randomEvents() {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        var queue = Queue(limit: 4)
        var idle: Set<Int> = [0, 1, 2]
        var fates: [Int: Int] = [:]
        var submitted = 0
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                submitted += 1
                switch queue.submit(entry(submitted, seconds: submitted)) {
                case .wake(let worker): #expect(idle.insert(worker).inserted)
                case .queued: break
                case .refused: fates[submitted, default: 0] += 1
                }
            case 2:
                if let job = queue.withdraw(ticket: UInt64(max(1, submitted - 2))) {
                    fates[job, default: 0] += 1
                }
            case 3:
                let now = start + .seconds(max(0, submitted - 3))
                for job in queue.expire(at: now).expired { fates[job, default: 0] += 1 }
            default:
                guard let worker = idle.randomElement(using: &generator) else { continue }
                switch queue.next(worker: worker) {
                case .run(let entry): fates[entry.job, default: 0] += 1
                case .park: idle.remove(worker)
                case .stop: Issue.record("the pool is open")
                }
            }
            #expect(queue.waiting.count <= 4)
            #expect(queue.waiting.isEmpty || queue.parked.isEmpty)
        }
        for job in queue.close().failed { fates[job, default: 0] += 1 }
        for worker in 0..<3 {
            while case .run(let entry) = queue.next(worker: worker) {
                fates[entry.job, default: 0] += 1
            }
        }
        #expect(fates.count == submitted)
        #expect(fates.values.allSatisfy { $0 == 1 })
    }
}
