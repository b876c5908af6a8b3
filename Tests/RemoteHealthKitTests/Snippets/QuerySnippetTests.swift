import Foundation
import TestSupport
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets that find samples", .offPool, .timeLimit(.minutes(2)))
struct QuerySnippetTests {
    private let noon = Date(timeIntervalSince1970: 1_764_500_400)

    @Test func `Predicates find what they say`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                steps(10, 0), steps(500, 1), steps(600, 30),
                Samples.weight(80, date: noon, version: 1), Samples.heartRate(120, date: noon),
                Samples.sleep(.inBed, from: noon, to: later(60)),
                Samples.sleep(.asleepDeep, from: noon, to: later(30)),
                Samples.run(from: noon, to: later(30)), Samples.run(from: later(60), to: later(70)),
            ])
            try await fixture.measure(
                Measured(type: "stepCount", value: 700, unit: "count", start: noon)
            )
            let hundred = HKQuantity(unit: .count(), doubleValue: 100)
            let steps = HKQuantityType(.stepCount)
            ProcessServer.current.remember(fixture.source)
            let own = SampleQueries.own(above: hundred, from: noon, to: later(20))
            #expect(try await count(steps, own, store) == 1)
            #expect(try await count(steps, nil, store) == 4)
            let weight = HKQuantityType(.bodyMass)
            #expect(try await count(weight, SampleQueries.measured(), store) == 0)
            let heart = HKQuantityType(.heartRate)
            #expect(try await count(heart, SampleQueries.measured(), store) == 1)
            let context = SampleQueries.having(HKMetadataKeyHeartRateMotionContext)
            #expect(try await count(heart, context, store) == 1)
            #expect(try await count(weight, context, store) == 0)
            let sleep = HKCategoryType(.sleepAnalysis)
            #expect(try await count(sleep, SampleQueries.asleep(), store) == 1)
            #expect(try await count(sleep, SampleQueries.inBed(), store) == 1)
            let runs = SampleQueries.longRuns(minutes: 20)
            #expect(try await count(.workoutType(), runs, store) == 1)
            let all: [HKSample] = try await answer {
                SampleQueries.findAll([steps, weight, sleep], in: store, completion: $0)
            }
            #expect(all.count == 7)
        }
    }

    @Test func `Correlations are found by what they hold`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                Samples.bloodPressure(systolic: 121, diastolic: 79, date: noon),
                Samples.bloodPressure(systolic: 145, diastolic: 90, date: later(5)),
            ])
            let high: [HKCorrelation] = try await answer {
                SampleQueries.bloodPressures(above: 130, in: store, completion: $0)
            }
            #expect(high.map(Samples.values) == [[145, 90]])
        }
    }

    @Test func `Sources and devices are told`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([steps(10, 0), Samples.heartRate(99, date: noon)])
            try await fixture.measure(
                Measured(type: "stepCount", value: 7, unit: "count", start: noon, device: .watch)
            )
            let names: [String] = try await answer {
                SampleQueries.sources(of: HKQuantityType(.stepCount), in: store, completion: $0)
            }
            #expect(names.count == 2)
            #expect(names.contains("Watch"))
            #expect(
                try await Descriptors.sources(in: store) == [
                    RemoteStore.bundleIdentifier, "com.example.watch",
                ]
            )
            let heart: [HKSample] = try await answer {
                SampleQueries.find(HKQuantityType(.heartRate), nil, in: store, completion: $0)
            }
            let origin = heart.first.map(Samples.origin) ?? []
            #expect(origin.first == RemoteStore.bundleIdentifier)
            #expect(origin.last == "S1")
        }
    }

    private func count(
        _ type: HKSampleType,
        _ predicate: NSPredicate?,
        _ store: HKHealthStore
    ) async throws -> Int {
        let found: [HKSample] = try await answer {
            SampleQueries.find(type, predicate, in: store, completion: $0)
        }
        return found.count
    }

    private func steps(_ count: Double, _ minute: Double) -> HKQuantitySample {
        Samples.steps(count, from: later(minute), to: later(minute + 1))
    }

    private func later(_ minutes: Double) -> Date { noon.addingTimeInterval(minutes * 60) }
}
