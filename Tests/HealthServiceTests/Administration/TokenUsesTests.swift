import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthService

/// When tokens were last used, without a database.
@Suite("Uses of tokens", .offPool)
struct TokenUsesTests {
    private final class Recorder: Sendable {
        let writes = Mutex<[[TokenID: Instant]]>([])
        let failures = Mutex(0)

        func take(_ uses: [TokenID: Instant]) throws {
            let isFirst = writes.withLock { writes in
                writes.append(uses)
                return writes.count == 1
            }
            if isFirst { throw CancellationError() }
        }
    }

    private func token(_ number: Int) -> TokenID { TokenID(bits: UInt128(number)) }

    @Test("However many are used how often, it is one write in a while; one that fails is made up")
    func rarely() async throws {
        let recorder = Recorder()
        let uses = TokenUses(
            interval: .seconds(3600),
            onFailure: { _ in recorder.failures.withLock { $0 += 1 } },
            write: { try recorder.take($0) }
        )
        uses.note(token(1), at: Instant(seconds: 1))
        try await eventually("the first write") { recorder.failures.withLock { $0 } == 1 }
        for second in 2..<1000 {
            uses.note(token(second % 10), at: Instant(seconds: Int64(second)))
        }
        #expect(recorder.writes.withLock { $0.count } == 1)
        #expect(uses.lastUse(of: token(9)) == Instant(seconds: 999))
        await uses.close()
        let writes = recorder.writes.withLock { $0 }
        #expect(writes.count == 2 && recorder.failures.withLock { $0 } == 1)
        #expect(writes.last?.count == 10)
        #expect(writes.last?[token(1)] == Instant(seconds: 991))
        uses.note(token(1), at: Instant(seconds: 2000))
        await uses.close()
        #expect(recorder.writes.withLock { $0.count } == 2)
    }

    @Test("A use that is noted late does not take back a later one")
    func order() async {
        let recorder = Recorder()
        let uses = TokenUses(interval: .seconds(3600), onFailure: { _ in }) {
            try recorder.take($0)
        }
        uses.note(token(1), at: Instant(seconds: 9))
        uses.note(token(1), at: Instant(seconds: 5))
        #expect(uses.lastUse(of: token(1)) == Instant(seconds: 9))
        await uses.close()
    }
}
