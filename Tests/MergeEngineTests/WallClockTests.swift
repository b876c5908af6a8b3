import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("Placing samples by the zone they were recorded in", .offPool)
struct WallClockTests {
    private func span(
        _ start: Int64,
        _ startOffset: Int,
        _ end: Int64,
        _ endOffset: Int
    ) -> [Int64] {
        let span = WallClock.span(
            from: Instant(seconds: start),
            offsetInSeconds: startOffset,
            to: Instant(seconds: end),
            offsetInSeconds: endOffset
        )
        return [span.start, span.end].map { $0 / 1_000_000 }
    }

    @Test("Rule 10: start and end each move by their own offset")
    func eachEndMovesByItsOffset() {
        #expect(span(0, 3_600, 600, 3_600) == [3_600, 4_200])
        #expect(span(0, 3_600, 600, 7_200) == [3_600, 7_800])
    }

    @Test("Rule 1: an impulse stays an impulse, whatever its two offsets say")
    func impulseStaysImpulse() {
        #expect(span(3_600, 0, 3_600, 3_600) == [3_600, 3_600])
        #expect(span(3_600, 7_200, 3_600, 0) == [10_800, 10_800])
    }

    @Test("Where the clock is set back by more than the sample lasts, its true length is kept")
    func clockSetBackKeepsLength() {
        #expect(span(0, 7_200, 1_200, 3_600) == [7_200, 8_400])
        #expect(span(0, 7_200, 3_600, 3_600) == [7_200, 10_800])
        #expect(span(50, 7_200, 50, 3_600) == [7_250, 7_250])
    }
}
