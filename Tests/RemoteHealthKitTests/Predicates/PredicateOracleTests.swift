import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct PredicateOracleTests {
    @Test func `Predicates decide about samples as plain words do`() {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        for number in 0..<300 {
            let kind = RecordedSample.pick(RecordedSample.Kind.allCases, &generator)
            let samples = (0..<20).map { _ in RecordedSample.random(kind, using: &generator) }
            let question = RandomQuestion(about: samples, using: &generator)
            let filter = SampleFilter(question.predicate)
            for recorded in samples {
                let (sample, expected) = (recorded.sample, question.matches(recorded))
                #expect(filter.matches(sample) == expected, "case \(number): \(filter.format)")
                #expect(question.predicate.evaluate(with: sample) == expected)
                if expected {
                    #expect(filter.bounds.contains(sample), "case \(number): \(filter.format)")
                }
            }
        }
    }

    @Test func `Sample queries give what plain words select, over a server`() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        try await withRemoteStore { fixture in
            var all: [RecordedSample.Kind: [RecordedSample]] = [:]
            for kind in RecordedSample.Kind.allCases {
                let samples = (0..<60).map { _ in RecordedSample.random(kind, using: &generator) }
                try await fixture.push(try samples.map { try $0.draft() })
                all[kind] = samples
            }
            let store = fixture.store
            for number in 0..<120 {
                let kind = RecordedSample.pick(RecordedSample.Kind.allCases, &generator)
                let samples = all[kind] ?? []
                let question = RandomQuestion(about: samples, using: &generator)
                let expected = samples.filter(question.matches)
                let isDescending = Bool.random(using: &generator)
                let limit = Int.random(in: 0...20, using: &generator)
                let answer = try await store.samples(
                    kind.type,
                    question.predicate,
                    limit: limit,
                    order: [.init(key: HKSampleSortIdentifierStartDate, ascending: !isDescending)]
                )
                let format = "case \(number): \(SampleFilter(question.predicate).format)"
                let wanted = limit == 0 ? expected.count : min(limit, expected.count)
                #expect(answer.count == wanted, "\(format)")
                #expect(Set(answer.map(\.uuid)).isSubset(of: expected.map(\.uuid)), "\(format)")
                let starts = expected.map { RecordedSample.date($0.start) }.sorted()
                let ordered = isDescending ? starts.reversed() : starts
                #expect(answer.map(\.startDate) == Array(ordered.prefix(wanted)), "\(format)")
            }
        }
    }
}

extension SampleBounds {
    /// Whether a sample lies in the box.
    fileprivate func contains(_ sample: HKSample) -> Bool {
        let start = Instant(nearest: sample.startDate)
        let end = Instant(nearest: sample.endDate)
        let bundle = sample.sourceRevision.source.bundleIdentifier
        let isHandEntered = sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true
        let value =
            (sample as? HKCategorySample)?.value
            ?? (sample as? HKWorkout).map { Int($0.workoutActivityType.rawValue) } ?? 0
        return !isEmpty && earliestStart.map { start >= $0 } ?? true
            && startLimit.map { start < $0 } ?? true && earliestEnd.map { end >= $0 } ?? true
            && endLimit.map { end < $0 } ?? true && identifiers?.contains(sample.uuid) ?? true
            && bundleIdentifiers?.contains(bundle) ?? true && rawValues?.contains(value) ?? true
            && isUserEntered.map { $0 == isHandEntered } ?? true
    }
}
