import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("Numbers at their limits", .offPool)
struct NumericTests {
    @Test("Small terms beside large ones are not lost")
    func sumsAreCompensated() {
        let samples = (0..<1000).map { sample($0, $0 + 1, $0 == 0 ? 1e16 : 0.5, id: Int($0)) }
        #expect(sum(samples, 0, 1000) == 1e16 + 499.5)
    }

    @Test("Values of 1e300 over years neither overflow nor turn into NaN")
    func largeValuesStayFinite() {
        let year: Int64 = 366 * 86_400_000_000
        let samples = [sample(0, year, 1e300, id: 1), sample(year, 2 * year, 1e300, id: 2)]
        #expect(agree(sum(samples, 0, 2 * year).map { $0 / 1e300 }, 2))
        #expect(agree(sum(samples, 0, year / 2).map { $0 / 1e300 }, 0.5))
    }

    @Test("A sum beyond the range of a double is infinite, not NaN")
    func overflowIsInfinite() {
        let most = Double.greatestFiniteMagnitude
        let samples = (0..<4).map { sample($0, $0 + 1, most, id: Int($0)) }
        #expect(sum(samples, 0, 4) == .infinity)
        #expect(Merge.sums(of: samples, behavior: .sum, edges: [0, 2, 3]) == [.infinity, most])
    }

    @Test("Samples and edges at the ends of the supported time do not trap")
    func endsOfTime() {
        let first = Instant.supported.lowerBound.microseconds
        let last = Instant.supported.upperBound.microseconds
        let samples = [sample(first, last, 8, rank: 1), sample(last, last, 1, id: 1)]
        #expect(sum(samples, .min, .max) == 9)
        #expect(Merge.durations(of: samples, edges: [.min, .max]) == [last - first])
        #expect(sum(samples, first, last) == 8)
    }

    @Test("100,000 nested or mutually overlapping samples are merged, not compared pair by pair")
    func worstCases() {
        let count: Int64 = 100_000
        let nested = (0..<count).map { number in
            sample(number, 2 * count - number, 1, rank: Int32(count - number), id: Int(number))
        }
        let staircase = (0..<count).map { number in
            sample(number, count + number, 1, rank: Int32(number), id: Int(number))
        }
        #expect(Merge.durations(of: nested, edges: [0, 2 * count]) == [2 * count])
        #expect(agree(sum(staircase, 0, count), 1))
        let inner = sum(nested, count - 1, count + 1)
        #expect(inner == 1)
    }

    @Test("No samples give no data in any bucket")
    func noSamples() {
        #expect(Merge.sums(of: [], behavior: .rate, edges: [0, 1, 2]) == [nil, nil])
        #expect(Merge.sums(of: [], behavior: .sum, edges: [0, 1]) == [nil])
        #expect(Merge.durations(of: [], edges: [0, 1]) == [nil])
        #expect(Merge.segments(of: [], behavior: .rate, in: (0, 1)).isEmpty)
    }

    @Test("A sample fits a cache line")
    func sampleFitsCacheLine() {
        #expect(MemoryLayout<MergeSample>.stride <= 64)
    }
}
