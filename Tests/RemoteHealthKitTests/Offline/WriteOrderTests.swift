import Synchronization
import Testing

@testable import RemoteHealthKit

struct WriteOrderTests {
    private struct Failed: Error {}

    @Test func `Work is done in the order it was given, also behind what fails`() async throws {
        let order = WriteOrder()
        let done = Mutex<[Int]>([])
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (beginning, begun) = AsyncStream.makeStream(of: Void.self)
        let first = order.run {
            begun.finish()
            for await _ in gate {}
            done.withLock { $0.append(0) }
            throw Failed()
        }
        let others = (1...20).map { number in
            order.run {
                done.withLock { $0.append(number) }
                return number
            }
        }
        for await _ in beginning {}
        // What may begin has had its turn by then.
        for _ in 0..<100 { await Task.yield() }
        #expect(done.withLock { $0.isEmpty })
        open.finish()
        await #expect(throws: Failed.self) { _ = try await first.value }
        for (index, other) in others.enumerated() { #expect(try await other.value == index + 1) }
        #expect(done.withLock { $0 } == Array(0...20))
    }
}
