import HealthModel
import HealthStore
import TestSupport
import Testing

@Suite("Discrete statistics", .offPool)
struct DiscreteTests {
    private static let options: Set<StatisticsOption> = [.average, .min, .max, .mostRecent]

    @Test("Every sample counts in each bucket it reaches into; an empty bucket is null")
    func buckets() async throws {
        let samples = [
            TestSample(1, at: 0, lasting: 0, value: 60, type: .bodyMass),
            TestSample(2, at: 30, lasting: 60, value: 80, type: .bodyMass, source: .scale),
            TestSample(3, at: 60, lasting: 0, value: 70, type: .bodyMass),
            TestSample(4, at: 240, lasting: 0, value: 90, type: .bodyMass),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            let hours = (0...4).map { TestTime.start + $0 * TestTime.hour }
            let answer = try await fixture.describe(.bodyMass, of: user, edges: hours)
            #expect(answer.buckets.map(\.average) == [70, 75, nil, nil])
            #expect(answer.buckets.map(\.min) == [60, 70, nil, nil])
            #expect(answer.buckets.map(\.max) == [80, 80, nil, nil])
            let latest = answer.buckets.map(\.mostRecent)
            #expect(latest.map { $0?.value } == [80, 70, nil, nil])
            #expect(latest[0]?.source == SourceReference.scale.key(of: user))
            #expect(latest[0]?.end.microseconds == TestTime.start + 90 * TestTime.minute)
            #expect(latest[1]?.source == SourceReference.phone.key(of: user))
            #expect(answer.buckets.allSatisfy { $0.sum == nil })
        }
    }

    @Test("Only what is asked for is answered")
    func onlyOptions() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save([TestSample(1, value: 60, type: .heartRate)], user: user)
            for option in Self.options {
                let answer = try await fixture.describe(
                    .heartRate,
                    of: user,
                    edges: wholeDay,
                    options: [option]
                )
                let bucket = answer.buckets[0]
                #expect(bucket.average == (option == .average ? 60 : nil))
                #expect(bucket.min == (option == .min ? 60 : nil))
                #expect(bucket.max == (option == .max ? 60 : nil))
                #expect(bucket.mostRecent?.value == (option == .mostRecent ? 60 : nil))
            }
        }
    }

    @Test("Each source by itself, the disabled one empty and without a part in the whole")
    func bySource() async throws {
        let samples = [
            TestSample(1, value: 60, type: .bodyMass), TestSample(2, value: 62, type: .bodyMass),
            TestSample(3, value: 90, type: .bodyMass, source: .scale),
            TestSample(4, value: 10, type: .bodyMass, source: .watch),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            let order = TestOrder(disabled: [.watch])
            try await fixture.store.setOrder(order, of: user, type: .bodyMass)
            let answer = try await fixture.describe(
                .bodyMass,
                of: user,
                edges: wholeDay,
                isSeparatedBySource: true
            )
            #expect(agree(answer.buckets[0].average, (60 + 62 + 90) / 3.0))
            let averages = answer.bySource.map { ($0.source.key, $0.buckets[0].average) }
            let keys: [SourceReference] = [.watch, .phone, .scale]
            #expect(averages.map(\.0) == keys.map { $0.key(of: user) })
            #expect(averages.map(\.1) == [nil, 61, 90])
        }
    }

    @Test("Strictly, a sample counts whole where its end or start lies, and nowhere else")
    func strict() async throws {
        let samples = [
            TestSample(1, at: 30, lasting: 30, value: 60, type: .heartRate),
            TestSample(2, at: 50, lasting: 20, value: 80, type: .heartRate),
        ]
        let hours = (0...2).map { TestTime.start + $0 * TestTime.hour }
        let expected: [(StrictOptions, [Double?], [Double?])] = [
            ([.start], [60, nil], [80, nil]), ([.end], [nil, 60], [nil, 80]),
            ([.start, .end], [nil, nil], [nil, nil]),
        ]
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            try await fixture.save(samples, user: user)
            for (strict, least, most) in expected {
                let answer = try await fixture.describe(
                    .heartRate,
                    of: user,
                    edges: hours,
                    strict: strict
                )
                #expect(answer.buckets.map(\.min) == least, "\(strict)")
                #expect(answer.buckets.map(\.max) == most, "\(strict)")
                // Weighted by all of the time each stands for, cut at no edge: 30 min, and 20 min
                // with five more until nothing follows; of the first, 20 before the second starts
                // and its own 10 beside it.
                let averages = answer.buckets.compactMap(\.average)
                #expect(averages.allSatisfy { agree($0, (60.0 * 30 + 80 * 25) / 55) })
                #expect(averages.count == least.compactMap { $0 }.count)
            }
        }
    }

    @Test("Random samples in random buckets: least, greatest, mean and latest")
    func random() async throws {
        var generator = SeededGenerator()
        print("discrete statistics: TRIBUTARY_SEED=\(generator.seed)")
        let clock = try WallClockOracle(userZone: "UTC")
        try await withStore { fixture in
            for number in 0..<60 {
                let user = try await fixture.makeUser()
                let samples = (0..<Int.random(in: 1...40, using: &generator)).map { number in
                    TestSample(
                        UInt64(number),
                        at: .random(in: 0...600, using: &generator),
                        lasting: Int64.random(in: -60...150, using: &generator).clamped,
                        value: Double.random(in: -50...50, using: &generator),
                        type: .bodyMass,
                        offset: [nil, 60, -720, 840].randomElement(using: &generator) ?? nil
                    )
                }
                try await fixture.save(samples, user: user)
                let edges = Set(
                    (0...8).map { _ in
                        TestTime.start + TestTime.minute * .random(in: 0...700, using: &generator)
                    } + wholeDay
                )
                .sorted()
                let strict = StrictOptions(rawValue: UInt8(number % 4))
                let axis: TimeAxis = Bool.random(using: &generator) ? .recorded : .instant
                let answer = try await fixture.describe(
                    .bodyMass,
                    of: user,
                    edges: edges,
                    strict: strict,
                    axis: axis
                )
                let placed = axis == .recorded ? samples.map(clock.placed) : samples
                for (index, (from, to)) in zip(edges, edges.dropFirst()).enumerated() {
                    answer.buckets[index].compare(with: placed, from, to, strict)
                }
            }
        }
    }
}

extension Int64 {
    fileprivate var clamped: Int64 { Swift.max(0, self) }
}

extension BucketStatistics {
    /// Compares with what the samples that reach into a range give.
    fileprivate func compare(
        with samples: [TestSample],
        _ from: Int64,
        _ to: Int64,
        _ strict: StrictOptions
    ) {
        let inside = samples.filter { sample in
            guard strict.isEmpty else {
                return (!strict.contains(.start) || from <= sample.start && sample.start < to)
                    && (!strict.contains(.end) || from <= sample.end && sample.end < to)
            }
            return sample.start < to && (sample.start >= from || sample.end > from)
        }
        let values = inside.map(\.value)
        #expect(min == values.min() && max == values.max())
        let mean = values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        #expect(agree(average, mean))
        // All are recorded at once: start, end and identifier decide.
        let latest = inside.max { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
        #expect(mostRecent?.value == latest?.value)
        #expect(mostRecent?.start.microseconds == latest?.start)
    }
}

extension StoreFixture {
    /// Asks for discrete statistics.
    fileprivate func describe(
        _ type: QuantityType,
        of user: UserID,
        edges: [Int64],
        options: Set<StatisticsOption> = [.average, .min, .max, .mostRecent],
        strict: StrictOptions = [],
        axis: TimeAxis = .instant,
        isSeparatedBySource: Bool = false
    ) async throws -> StatisticsResult {
        try await store.statistics(
            StatisticsQuery(
                user: user,
                type: .quantity(type),
                edges: edges.map(Instant.init(microseconds:)),
                filter: SampleFilter(visibility: .all),
                strict: strict,
                axis: axis,
                options: options,
                isSeparatedBySource: isSeparatedBySource
            )
        )
    }
}
