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

    @Test("Every law of a microsecond holds at both ends of the supported time")
    func microsecondsAtTheEndsOfTime() {
        let ends = [Instant.supported.lowerBound, Instant.supported.upperBound]
        for (end, sign) in zip(ends.map(\.microseconds), [Int64(1), -1]) {
            let times = (0...3).map { end + sign * $0 }.sorted()
            let samples = [
                sample(times[0], times[3], 30, rank: 1, id: 1),
                sample(times[1], times[2], 7, rank: 0, id: 2),
                sample(times[1], times[1], 1, rank: 0, id: 3),
            ]
            let sums = Merge.sums(of: samples, behavior: .rate, edges: times)
            #expect(zip(sums, [10, 8, 10]).allSatisfy(agree))
            #expect(Merge.durations(of: samples, edges: times) == [1, 1, 1])
        }
    }

    @Test("A sample over all supported time is cut to the microsecond")
    func allOfTime() {
        let first = Instant.supported.lowerBound.microseconds
        let last = Instant.supported.upperBound.microseconds
        let length = Double(last - first)
        let all = [sample(first, last, length, id: 1)]
        #expect(sum(all, 0, 1) == 1)
        #expect(sum(all, last - 1, last) == 1)
        #expect(agree(sum(all, first, 0).map { $0 / length }, Double(-first) / length))
        #expect(Merge.durations(of: all, edges: [first, 0, 1, last]) == [-first, 1, last - 1])
    }

    @Test("Subnormal values are cut and added like any others")
    func subnormalValues() {
        let least = Double.leastNonzeroMagnitude
        let samples = (0..<10).map { sample($0, $0 + 1, least, id: Int($0)) }
        #expect(sum(samples, 0, 10) == 10 * least)
        #expect(sum([sample(0, 4, 8 * least)], 1, 3) == 4 * least)
        #expect(sum([sample(0, 4, .leastNormalMagnitude)], 0, 1) == .leastNormalMagnitude / 4)
    }

    @Test("Values of every magnitude in one bucket add up as far as a double can tell")
    func mixedMagnitudes() {
        let values = [1e300, 1, .leastNonzeroMagnitude, 1e-300, 1e16, 1e300]
        let samples = values.enumerated().map { index, value in
            sample(Int64(index), Int64(index) + 1, value, rank: Int32(index % 2), id: index)
        }
        #expect(sum(samples, 0, 6) == 2e300)
        #expect(sum(samples, 1, 4) == 1)
        #expect(sum(samples, 2, 4) == 1e-300)
        #expect(Merge.sums(of: samples, behavior: .sum, edges: [0, 5, 6]) == [1e300, 1e300])
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
