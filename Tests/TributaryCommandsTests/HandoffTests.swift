import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Handing batches from a thread to tasks", .offPool, .timeLimit(.minutes(1)))
struct HandoffTests {
    /// Puts numbers in on a thread of its own and gives how many went in.
    private func puts(_ count: Int, into handoff: Handoff<Int>) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var accepted = 0
                for number in 0..<count {
                    do { try handoff.put(number) } catch { break }
                    accepted += 1
                }
                handoff.finish()
                continuation.resume(returning: accepted)
            }
        }
    }

    @Test("Everything arrives, once and in order", arguments: [1, 2, 7])
    func order(capacity: Int) async {
        let handoff = Handoff<Int>(capacity: capacity)
        async let accepted = puts(500, into: handoff)
        var taken: [Int] = []
        while let number = await handoff.next() { taken.append(number) }
        #expect(taken == Array(0..<500))
        #expect(await accepted == 500)
        #expect(await handoff.next() == nil)
    }

    @Test("Several takers share what arrives")
    func severalTakers() async {
        let handoff = Handoff<Int>(capacity: 1)
        async let accepted = puts(500, into: handoff)
        let taken = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var taken: [Int] = []
                    while let number = await handoff.next() { taken.append(number) }
                    return taken
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.sorted() == Array(0..<500))
        #expect(await accepted == 500)
    }

    @Test("The thread waits while the queue is full")
    func isBounded() async {
        let handoff = Handoff<Int>(capacity: 2)
        let ahead = Mutex(0)
        let highest = Mutex(0)
        let putting = Task {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                Thread.detachNewThread {
                    for number in 0..<200 where (try? handoff.put(number)) != nil {
                        let count = ahead.withLock { ahead in
                            ahead += 1
                            return ahead
                        }
                        highest.withLock { $0 = max($0, count) }
                    }
                    handoff.finish()
                    continuation.resume()
                }
            }
        }
        while await handoff.next() != nil {
            ahead.withLock { $0 -= 1 }
            await Task.yield()
        }
        await putting.value
        // Two in the queue, and one whose taking was not counted yet.
        #expect(highest.withLock { $0 } <= 3)
        #expect(ahead.withLock { $0 } == 0)
    }

    @Test("Cancelling frees the thread and every taker")
    func cancelling() async throws {
        let handoff = Handoff<Int>(capacity: 1)
        async let accepted = puts(500, into: handoff)
        #expect(await handoff.next() == 0)
        handoff.cancel()
        #expect(await accepted < 500)
        #expect(await handoff.next() == nil)
        #expect(throws: CancellationError.self) { try handoff.put(1) }
        #expect(throws: CancellationError.self) { try handoff.put(2) }
    }

    @Test("A taker that waits hears of the end")
    func waitingTaker() async {
        let handoff = Handoff<Int>(capacity: 1)
        async let next = handoff.next()
        await Task.yield()
        handoff.finish()
        #expect(await next == nil)
    }
}
