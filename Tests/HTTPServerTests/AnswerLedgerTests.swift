import TestSupport
import Testing

@testable import HTTPServer

@Suite("What large answers hold")
struct AnswerLedgerTests {
    private let start = ContinuousClock.now

    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("Up to the limit nobody has to go; one that is alone may pass it")
    func room() {
        var ledger = AnswerLedger<Int>(limit: 100)
        #expect(ledger.begin(1, bytes: 60, at: at(0)) { _ in 0 } == [])
        #expect(ledger.begin(2, bytes: 40, at: at(9)) { _ in 0 } == [])
        ledger.end(1)
        ledger.end(1)
        #expect(ledger.bytes == 40)
        #expect(ledger.begin(3, bytes: 60, at: at(10)) { _ in 0 } == [])
        #expect(ledger.begin(4, bytes: 500, at: at(11)) { _ in 0 } == [2, 3])
        #expect(ledger.bytes == 500)
        #expect(ledger.begin(5, bytes: 1, at: at(12)) { _ in 0 } == [4])
    }

    @Test("The one that has stood still longest goes first, and no more than need be")
    func longestStill() {
        var ledger = AnswerLedger<Int>(limit: 100)
        for number in 1...4 { _ = ledger.begin(number, bytes: 25, at: at(number)) { _ in 0 } }
        // All but the third have moved: the first last.
        ledger.look(at: at(10)) { $0 == 3 ? 0 : 5 }
        ledger.look(at: at(20)) { $0 == 1 ? 6 : $0 == 3 ? 0 : 5 }
        #expect(ledger.begin(5, bytes: 20, at: at(21)) { $0 == 1 ? 6 : 5 } == [4])
        #expect(ledger.begin(6, bytes: 20, at: at(22)) { $0 == 1 ? 6 : 5 } == [2])
    }

    @Test("What was sent since the last look counts as moved; of those that move the youngest goes")
    func moving() {
        var ledger = AnswerLedger<Int>(limit: 100)
        for number in 1...4 { _ = ledger.begin(number, bytes: 25, at: at(number)) { _ in 0 } }
        #expect(ledger.begin(5, bytes: 25, at: at(9)) { _ in 1 } == [4])
        // Fewer than before is not more: what waits may be counted before what was taken.
        ledger.look(at: at(20)) { _ in 0 }
        #expect(ledger.begin(6, bytes: 25, at: at(21)) { $0 == 5 ? 2 : 0 } == [3])
    }

    @Test("Who reads, however slowly, outlives any number that do not")
    func slowReader() {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let size = Int.random(in: 1...40, using: &generator)
            var ledger = AnswerLedger<Int>(limit: 100)
            var read = 0
            _ = ledger.begin(0, bytes: size, at: at(0)) { _ in 0 }
            for number in 1...100 {
                read += 1
                let bytes = Int.random(in: 1...60, using: &generator)
                // What came last fills its sockets at once, and stands still from then on.
                ledger.look(at: at(number * 2)) { $0 == 0 ? read : 1 }
                read += 1
                let stopped = ledger.begin(number, bytes: bytes, at: at(number * 2 + 1)) {
                    $0 == 0 ? read : 1
                }
                #expect(!stopped.contains(0), "TRIBUTARY_SEED=\(generator.seed)")
                #expect(ledger.bytes <= 100)
            }
        }
    }
}
