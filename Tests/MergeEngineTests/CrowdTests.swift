import HealthModel
import MergeEngine
import TestSupport
import Testing

/// No time is measured: comparing a million samples pair by pair would not come to an end.
@Suite("A million samples at one instant", .offPool)
struct CrowdTests {
    private static let count = 1_000_000
    /// Coprime to the count, so that neighbours are far apart and every number comes once.
    private static let step = 618_033

    @Test("Impulses: the best counts, and added up each of them does")
    func impulses() {
        let samples = (0..<Self.count).map { number in
            sample(5, 5, 1, rank: 3, recorded: 0, id: number * Self.step % Self.count)
        }
        #expect(sum(samples, 0, 10) == 1)
        #expect(Merge.sums(of: samples, behavior: .sum, edges: [0, 10]) == [Double(Self.count)])
        #expect(Merge.durations(of: samples, edges: [0, 10]) == [0])
    }

    @Test("Intervals with one start: each counts from where a better one ended")
    func intervals() {
        let samples = (0..<Self.count).map { number in
            let place = Int64(number * Self.step % Self.count)
            // The shorter, the better: each is left with the microsecond that it has alone.
            return sample(0, place + 1, Double(place + 1), rank: Int32(place), id: number)
        }
        let total = Int64(Self.count)
        #expect(sum(samples, 0, total) == Double(Self.count))
        #expect(
            Merge.durations(of: samples, edges: [0, total / 2, total])
                == [total / 2, total / 2]
        )
    }

    @Test("The explanation of 200,000 that are hidden together names each")
    func explanation() {
        let count = 200_000
        let samples = (0..<count).map { number in
            sample(0, 10, 1, rank: Int32(number * 7 % count), id: number)
        }
        let impulses = (0..<count).map { number in
            sample(0, 0, 1, rank: Int32(number * 7 % count) + 1, id: count + number)
        }
        let segments = Merge.segments(of: samples + impulses, behavior: .rate, in: (0, 10))
        #expect(segments.count == 1)
        #expect(segments[0].hidden.count == 2 * count - 1)
        let ranks = segments[0].hidden.prefix(count - 1).map { samples[$0.sample].rank }
        #expect(ranks == (1..<Int32(count)).map { $0 })
    }
}
