import Foundation
import HTTPClient
import Synchronization
import TestSupport
import Testing

@testable import HealthOutbox

@Suite("What an outbox promises, whatever fails", .offPool)
struct LawTests {
    /// Fates in the order of a seed.
    private final class Dice: Sendable {
        private let generator: Mutex<SeededGenerator>

        init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }

        func roll(_ range: ClosedRange<Int>) -> Int {
            generator.withLock { Int.random(in: range, using: &$0) }
        }

        /// What happens to a request; large ones are always too large.
        func fate(_ request: ClientRequest) -> MemoryServer.Fate {
            let isLarge = (request.body?.count ?? 0) > 120
            if isLarge && roll(0...1) == 0 { return .refused(status: 413) }
            switch roll(0...9) {
            case 0: return .lost
            case 1, 2: return .answerLost
            case 3: return .refused(status: [408, 429, 500, 503][roll(0...3)])
            case 4: return .refused(status: 200, body: "<html>")
            case 5 where roll(0...3) == 0:
                return .refused(status: 409, body: #"{"code":"batchConflict"}"#)
            case 6 where roll(0...3) == 0: return .refused(status: 401)
            default: return .answered
            }
        }
    }

    @Test("Every sample is stored once and counted once, in order", arguments: 0..<20)
    func everySampleOnce(round: Int) async throws {
        let seed = SeededGenerator()
        print("outbox law \(round): seed \(seed.seed)")
        let dice = Dice(SeededGenerator(seed: seed.seed &+ UInt64(round)))
        let server = MemoryServer { request, _ in dice.fate(request) }
        let directory = TemporaryOutbox()
        var (expected, tally) = ([String](), OutboxTally())
        for restart in 0...3 {
            let settings = OutboxSettings(
                samplesPerBatch: dice.roll(1...12),
                bytesPerBatch: 200,
                retries: RetryPolicy(attempts: 3, base: .seconds(1))
            )
            let outbox = try directory.open(settings)
            for append in 0...dice.roll(0...5) {
                let new = (0..<dice.roll(0...30)).map { "s\(restart)-\(append)-\($0)" }
                try await outbox.append(samples: lines(new))
                expected += new.map { "+" + $0 }
            }
            let result = await outbox.drain(to: server.destination, clock: TestClock().clock())
            tally.add(result.tally)
            #expect(await outbox.waitingBatches == directory.names("queue").count)
            await outbox.close()
        }
        let outbox = try directory.open()
        while await outbox.waitingBatches > 0 {
            let result = await outbox.drain(to: server.destination, clock: TestClock().clock())
            tally.add(result.tally)
        }
        #expect(server.log == expected)
        #expect(tally.sampleCount == expected.count)
        #expect(directory.names("rejected") == [])
        #expect(directory.names("damaged") == [])
    }
}
