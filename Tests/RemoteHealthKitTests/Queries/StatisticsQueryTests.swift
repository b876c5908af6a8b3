import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct StatisticsQueryTests {
    private let morning = date("2025-06-01T08:00:00Z")

    private func range(
        _ start: String,
        _ end: String,
        _ options: HKQueryOptions = []
    ) -> NSPredicate {
        HKQuery.predicateForSamples(withStart: date(start), end: date(end), options: options)
    }

    @Test func `A sum cuts samples at the range, and not with strict options`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.push([stepDraft(600, from: morning, for: 3600)])
            let store = fixture.store
            let half = range("2025-06-01T08:30:00Z", "2025-06-01T10:00:00Z")
            let sum = try await store.statistics(steps, half, .cumulativeSum)
            #expect(sum.sumQuantity()?.count == 300)
            #expect(sum.averageQuantity() == nil)
            #expect(sum.startDate == date("2025-06-01T08:30:00Z"))
            let whole = range("2025-06-01T08:00:00Z", "2025-06-01T08:30:00Z", .strictStartDate)
            let uncut = try await store.statistics(steps, whole, .cumulativeSum)
            #expect(uncut.sumQuantity()?.count == 600)
            let none = range("2025-06-01T08:00:00Z", "2025-06-01T08:30:00Z", .strictEndDate)
            let code = await code { try await store.statistics(steps, none, .cumulativeSum) }
            #expect(code == .errorNoData)
        }
    }

    @Test func `Without a predicate all of time counts`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.push([
                stepDraft(7, from: date("1999-01-01T00:00:00Z")), stepDraft(5, from: morning),
            ])
            let sum = try await fixture.store.statistics(steps, nil, .cumulativeSum)
            #expect(sum.sumQuantity()?.count == 12)
        }
    }

    @Test func `Discrete types have average, extremes and the latest value`() async throws {
        try await withRemoteStore { fixture in
            let (type, unit) = (HKQuantityType(.bodyMass), HKUnit.gramUnit(with: .kilo))
            let masses = [80.0, 84, 82].enumerated().map { index, mass in
                HKQuantitySample(
                    type: type,
                    quantity: HKQuantity(unit: unit, doubleValue: mass),
                    start: morning.addingTimeInterval(Double(index) * 60),
                    end: morning.addingTimeInterval(Double(index) * 60)
                )
            }
            try await fixture.store.save(masses)
            let options: HKStatisticsOptions = [
                .discreteAverage, .discreteMin, .discreteMax, .mostRecent,
            ]
            let found = try await fixture.store.statistics(type, nil, options)
            #expect(found.averageQuantity()?.doubleValue(for: unit) == 82)
            #expect(found.minimumQuantity()?.doubleValue(for: unit) == 80)
            #expect(found.maximumQuantity()?.doubleValue(for: unit) == 84)
            #expect(found.mostRecentQuantity()?.doubleValue(for: unit) == 82)
            #expect(
                found.mostRecentQuantityDateInterval()?.start == morning.addingTimeInterval(120)
            )
            #expect(found.sumQuantity() == nil)
        }
    }

    @Test func `Options of the other kind of type are refused`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await fixture.push([stepDraft(5, from: morning)])
            let mass = HKQuantityType(.bodyMass)
            for option in [HKStatisticsOptions.discreteAverage, .discreteMin, .discreteMax] {
                let code = await code { try await store.statistics(steps, nil, option) }
                #expect(code == .errorInvalidArgument)
            }
            let code = await code { try await store.statistics(mass, nil, .cumulativeSum) }
            #expect(code == .errorInvalidArgument)
        }
    }

    @Test func `Sources and entries by hand narrow a sum`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.push([
                stepDraft(1, from: morning, bundle: "org.example.phone"),
                stepDraft(20, from: morning + 600, bundle: "org.example.watch"),
                stepDraft(300, from: morning + 1200, isHandEntered: true),
            ])
            let store = fixture.store
            let source = HKSource(name: "Watch", bundleIdentifier: "org.example.watch")
            let entered = HKMetadataKeyWasUserEntered
            let byHand = HKQuery.predicateForObjects(
                withMetadataKey: entered,
                operatorType: .equalTo,
                value: true
            )
            let cases: [(NSPredicate, Double)] = [
                (HKQuery.predicateForObjects(from: [source]), 20),
                (byHand, 300),
                (NSCompoundPredicate(notPredicateWithSubpredicate: byHand), 21),
                (
                    HKQuery.predicateForObjects(
                        withMetadataKey: entered,
                        operatorType: .notEqualTo,
                        value: true
                    ), 21
                ),
                (
                    NSCompoundPredicate(andPredicateWithSubpredicates: [
                        range("2025-06-01T08:05:00Z", "2025-06-01T09:00:00Z"),
                        HKQuery.predicateForObjects(from: [source]), NSPredicate(value: true),
                    ]), 20
                ),
            ]
            for (predicate, sum) in cases {
                let found = try await store.statistics(steps, predicate, .cumulativeSum)
                #expect(found.sumQuantity()?.count == sum, "\(SampleFilter(predicate).format)")
            }
        }
    }

    @Test func `A source that HealthKit takes for one is merged as one`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.push([
                stepDraft(60, from: morning, bundle: "org.example.app", device: "left"),
                stepDraft(50, from: morning, bundle: "org.example.app", device: "right"),
                stepDraft(9, from: morning + 600, bundle: "org.example.other"),
            ])
            let found = try await fixture.store.statistics(
                steps,
                nil,
                [.cumulativeSum, .separateBySource]
            )
            let app = HKSource(name: "App", bundleIdentifier: "org.example.app")
            let other = HKSource(name: "Other", bundleIdentifier: "org.example.other")
            let merged = try #require(found.sumQuantity(for: app)?.count)
            #expect([50, 60].contains(merged))
            #expect(found.sumQuantity(for: other)?.count == 9)
            #expect(Set(found.sources ?? []) == [app, other])
        }
    }

    @Test func `What statistics cannot be narrowed by is an error`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await fixture.push([stepDraft(5, from: morning)])
            for predicate in untranslatable {
                let format = SampleFilter(predicate).format
                do {
                    _ = try await store.statistics(steps, predicate, .cumulativeSum)
                    Issue.record("It was asked: \(format)")
                } catch {
                    #expect((error as? HKError)?.code == .errorInvalidArgument, "\(format)")
                }
            }
        }
    }

    private var untranslatable: [NSPredicate] {
        let today = range("2025-06-01T00:00:00Z", "2025-06-02T00:00:00Z")
        let other = range("2025-06-03T00:00:00Z", "2025-06-04T00:00:00Z")
        let source = HKSource(name: "Watch", bundleIdentifier: "org.example.watch")
        let count = HKQuantity(unit: .count(), doubleValue: 1)
        return [
            NSCompoundPredicate(orPredicateWithSubpredicates: [today, other]),
            NSCompoundPredicate(andPredicateWithSubpredicates: [today, other]),
            NSCompoundPredicate(notPredicateWithSubpredicate: today),
            NSPredicate { _, _ in true },
            HKQuery.predicateForObject(with: UUID()),
            HKQuery.predicateForObjects(from: [HKSourceRevision(source: source, version: "1")]),
            HKQuery.predicateForObjects(from: [HKDevice.local()]),
            HKQuery.predicateForObjects(
                withDeviceProperty: HKDevicePropertyKeyName,
                allowedValues: ["watch"]
            ),
            HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered),
            HKQuery.predicateForObjects(withMetadataKey: "note", allowedValues: ["tea"]),
            HKQuery.predicateForObjects(
                withMetadataKey: HKMetadataKeyWasUserEntered,
                operatorType: .equalTo,
                value: false
            ),
            HKQuery.predicateForObjectsWithNoCorrelation(),
            HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: count),
            range("2025-06-02T00:00:00Z", "2025-06-01T00:00:00Z"),
        ]
    }
}
