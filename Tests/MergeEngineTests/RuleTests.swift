import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The rules, one by one", .offPool)
struct RuleTests {
    @Test("Rule 1: a sample is a rate, its value spread evenly over its time")
    func sampleIsRate() {
        let hour = [sample(0, 3_600, 600)]
        #expect(sum(hour, 0, 900) == 150)
        #expect(sum(hour, 600, 3_600) == 500)
        #expect(sum(hour, -100, 10_000) == 600)
    }

    @Test("Rule 1: a zero-length sample is an impulse, all of its value at its instant")
    func zeroLengthSampleIsImpulse() {
        let edges: [Int64] = [0, 10, 20]
        let impulse = [sample(10, 10, 7)]
        #expect(Merge.sums(of: impulse, behavior: .rate, edges: edges) == [nil, 7])
    }

    @Test("Rule 2: samples of a source that is switched off have no rank and count nowhere")
    func switchedOffSourceCountsNowhere() {
        let sources = ["a", "b"].map { SourceIdentity(bundleIdentifier: $0) }
        let ranking = SourceRanking(sources: sources, order: [0, 1], disabled: [0])
        #expect(ranking.rank(ofSource: 0, isUserEntered: false) == nil)
        #expect(ranking.rank(ofSource: 0, isUserEntered: true) == nil)
        #expect(ranking.rank(ofSource: 1, isUserEntered: false) != nil)
    }

    @Test("Rule 3: at every instant the best-ranked source that covers it counts, alone")
    func bestRankedSourceCounts() {
        let watch = sample(0, 20, 200, rank: 0, id: 1)
        let phone = sample(10, 40, 30, rank: 1, id: 2)
        #expect(sum([watch, phone], 0, 40) == 220)
        #expect(sum([watch, phone], 10, 20) == 100)
        #expect(sum([watch, phone], 20, 40) == 20)
    }

    @Test("Rule 3: a hidden middle vanishes and both ends keep their share")
    func hiddenMiddleVanishes() {
        let phone = sample(0, 100, 100, rank: 1, id: 1)
        let watch = sample(40, 60, 5, rank: 0, id: 2)
        #expect(sum([phone, watch], 0, 100) == 85)
    }

    @Test("Rule 4: an impulse counts on top of intervals of its own or a worse source")
    func impulseAddsToEqualAndWorse() {
        let interval = sample(0, 10, 100, rank: 1, id: 1)
        #expect(sum([interval, sample(5, 5, 7, rank: 1, id: 2)], 0, 10) == 107)
        #expect(sum([interval, sample(5, 5, 7, rank: 0, id: 2)], 0, 10) == 107)
    }

    @Test("Rule 4: an impulse is hidden by a better source that covers its instant")
    func impulseIsHiddenByBetterInterval() {
        let interval = sample(10, 20, 100, rank: 0, id: 1)
        func total(withImpulseAt instant: Int64) -> Double? {
            sum([interval, sample(instant, instant, 7, rank: 1, id: 2)], 0, 30)
        }
        #expect(total(withImpulseAt: 10) == 100)
        #expect(total(withImpulseAt: 19) == 100)
        #expect(total(withImpulseAt: 20) == 107)
        #expect(total(withImpulseAt: 9) == 107)
    }

    @Test("Rule 4: of impulses at one instant only the best source's counts")
    func betterImpulseHidesImpulse() {
        let impulses = [sample(5, 5, 7, rank: 1, id: 1), sample(5, 5, 3, rank: 0, id: 2)]
        #expect(sum(impulses, 0, 10) == 3)
    }

    @Test("Rule 4: an impulse hides no interval")
    func impulseHidesNoInterval() {
        let phone = sample(0, 10, 50, rank: 1, id: 1)
        #expect(sum([phone, sample(0, 0, 0, rank: 0, id: 2)], 0, 10) == 50)
    }

    @Test("Rule 4: a sample of value 0 covers")
    func zeroCovers() {
        let watch = sample(0, 10, 0, rank: 0, id: 1)
        let phone = sample(0, 10, 900, rank: 1, id: 2)
        let impulse = sample(3, 3, 5, rank: 1, id: 3)
        #expect(sum([watch, phone, impulse], 0, 10) == 0)
    }

    @Test("Rule 5: within one source the sample recorded later counts")
    func laterRecordedCounts() {
        let first = sample(0, 100, 100, recorded: 1, id: 9)
        let second = sample(50, 80, 90, recorded: 2, id: 1)
        #expect(sum([first, second], 0, 100) == 160)
        let impulses = [sample(5, 5, 1, recorded: 2, id: 1), sample(5, 5, 8, recorded: 1, id: 2)]
        #expect(sum(impulses, 0, 10) == 1)
    }

    @Test("Rule 5: a day-long record that is rewritten as the day goes on never counts twice")
    func rewrittenDayCountsOnce() {
        let versions = (1...6).map { hour in
            sample(0, Int64(hour), Double(hour * 100), recorded: Int64(hour), id: hour)
        }
        #expect(sum(versions, 0, 24) == 600)
    }

    @Test("Rule 5: recorded at the same time, the later end counts")
    func laterEndBreaksTie() {
        let short = sample(0, 10, 1000, id: 9)
        let long = sample(0, 20, 20, id: 1)
        #expect(sum([short, long], 0, 20) == 20)
    }

    @Test("Rule 5: with the same end too, the greater identifier counts")
    func greaterIdentifierBreaksTie() {
        let lesser = sample(0, 10, 1, id: 1)
        let greater = sample(0, 10, 2, id: 2)
        #expect(sum([lesser, greater], 0, 10) == 2)
        #expect(sum([greater, lesser], 0, 10) == 2)
    }

    @Test("Rule 6: nothing else decides: value, start and order of arrival do not")
    func nothingElseDecides() {
        let best = sample(5, 10, 1, rank: 0, id: 1)
        let longer = sample(0, 100, 1e6, rank: 1, recorded: 99, id: 2)
        let same = sample(5, 10, 1e9, rank: 1, recorded: 100, id: 3)
        for samples in [[best, longer, same], [same, longer, best], [longer, same, best]] {
            #expect(sum(samples, 5, 10) == 1)
        }
    }

    @Test("Rule 7: buckets are half-open and cut samples exactly; no data is nil, zero is data")
    func bucketsAreHalfOpen() {
        let samples = [sample(5, 15, 10), sample(20, 20, 3, id: 1), sample(31, 35, 0, id: 2)]
        let sums = Merge.sums(of: samples, behavior: .rate, edges: [0, 10, 15, 20, 30, 40])
        #expect(sums == [5, 5, nil, 3, 0])
    }

    @Test("Rule 7: a bucket without length has no data, whatever lies at its instant")
    func emptyBucketIsNil() {
        let samples = [sample(0, 20, 20), sample(10, 10, 1, id: 1)]
        let sums = Merge.sums(of: samples, behavior: .rate, edges: [0, 10, 10, 10, 20])
        #expect(sums == [10, nil, nil, 11])
        #expect(Merge.sums(of: samples, behavior: .rate, edges: [10, 10]) == [nil])
        #expect(Merge.durations(of: samples, edges: [10, 10, 20]) == [nil, 10])
    }

    @Test("Rule 7: strict selection cuts nothing and still merges")
    func strictSelectionCutsNothing() {
        let watch = sample(0, 20, 200, rank: 0, id: 1)
        let phone = sample(10, 40, 30, rank: 1, id: 2)
        #expect(Merge.uncutSum(of: [watch, phone], behavior: .rate) == 220)
        #expect(Merge.uncutSum(of: [phone], behavior: .rate) == 30)
        #expect(Merge.uncutSum(of: [watch, phone], behavior: .sum) == 230)
        #expect(Merge.uncutSum(of: [], behavior: .rate) == nil)
    }

    @Test("Rule 8: intakes and events are added up over all sources")
    func intakesAddUp() {
        let foods = (0..<10).map { sample(5, 5, 2, rank: Int32($0 % 3), id: $0) }
        let basal = sample(0, 20, 40, rank: 0, id: 10)
        let bolus = sample(5, 15, 10, rank: 0, id: 11)
        let samples = (foods + [basal, bolus]).sortedByStart
        let sums = Merge.sums(of: samples, behavior: .sum, edges: [0, 5, 10, 20, 30])
        #expect(sums == [10, 35, 25, nil])
    }

    @Test("Rule 9: duration is the length of the union, and an impulse is data of no length")
    func durationIsUnion() {
        let samples = [
            sample(0, 10, rank: 1, id: 1), sample(5, 15, rank: 0, id: 2),
            sample(5, 7, rank: 2, id: 3), sample(30, 30, rank: 0, id: 4),
        ]
        let edges: [Int64] = [0, 8, 20, 30, 40, 50]
        #expect(Merge.durations(of: samples, edges: edges) == [8, 7, nil, 0, nil])
    }

    @Test("Rule 10: buckets may be 23, 24 and 25 hours long")
    func daysOfOtherLengths() {
        let hour: Int64 = 3_600_000_000
        let samples = [sample(0, 72 * hour, 7_200)]
        let edges = [0, 23 * hour, 47 * hour, 72 * hour]
        #expect(Merge.sums(of: samples, behavior: .rate, edges: edges) == [2_300, 2_400, 2_500])
    }
}
