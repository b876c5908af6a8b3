import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

/// Correlations, workouts and sources: samples by what they belong to.
@Suite(.offPool, .timeLimit(.minutes(5))) struct RelatedSampleTests {
    private let morning = date("2025-06-01T08:00:00Z")

    @Test func `Members of correlations are told from samples of their own`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let unit = HKUnit.millimeterOfMercury()
            func pressure(
                _ identifier: HKQuantityTypeIdentifier,
                _ value: Double
            ) -> HKQuantitySample {
                HKQuantitySample(
                    type: HKQuantityType(identifier),
                    quantity: HKQuantity(unit: unit, doubleValue: value),
                    start: morning,
                    end: morning
                )
            }
            let inside = pressure(.bloodPressureSystolic, 120)
            let outside = pressure(.bloodPressureSystolic, 130)
            let type = HKCorrelationType(.bloodPressure)
            let correlation = HKCorrelation(
                type: type,
                start: morning,
                end: morning,
                objects: [inside, pressure(.bloodPressureDiastolic, 80)]
            )
            try await store.save([correlation, outside])
            let alone = HKQuery.predicateForObjectsWithNoCorrelation()
            #expect(try await store.samples(inside.sampleType, alone) == [outside])

            let high = HKQuery.predicateForQuantitySamples(
                with: .greaterThan,
                quantity: HKQuantity(unit: unit, doubleValue: 110)
            )
            for (predicate, expected) in [(high, [correlation]), (NSPredicate(value: false), [])] {
                let found: [HKCorrelation] = try await withCheckedThrowingContinuation {
                    continuation in
                    store.execute(
                        HKCorrelationQuery(
                            type: type,
                            predicate: nil,
                            samplePredicates: [inside.quantityType: predicate]
                        ) { continuation.resume(with: answer($1, $2)) }
                    )
                }
                #expect(found == expected)
            }
        }
    }

    @Test func `A workout's samples are those its source recorded meanwhile`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let workout = HKWorkout(activityType: .walking, start: morning, end: morning + 600)
            let inside = stepSample(100, from: morning + 60)
            try await store.save([workout, inside, stepSample(7, from: morning + 570)])
            try await fixture.push([stepDraft(90, from: morning + 60)])
            let saved = try #require(try await store.samples(.workoutType()).first as? HKWorkout)
            let predicate = HKQuery.predicateForObjects(from: saved)
            #expect(try await store.samples(steps, predicate) == [inside])
        }
    }

    @Test func `A source query gives the sources that have samples that match`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.push([
                stepDraft(1, from: morning, bundle: "org.example.phone"),
                stepDraft(2, from: morning + 86_400, bundle: "org.example.watch"),
            ])
            let store = fixture.store
            let day = HKQuery.predicateForSamples(withStart: morning, end: morning + 3600)
            let all = ["org.example.phone", "org.example.watch"]
            for (predicate, names) in [(nil, all), (day, ["org.example.phone"])] {
                let found: Set<HKSource> = try await withCheckedThrowingContinuation {
                    continuation in
                    store.execute(
                        HKSourceQuery(sampleType: steps, samplePredicate: predicate) {
                            continuation.resume(with: answer($1, $2))
                        }
                    )
                }
                #expect(found.map(\.bundleIdentifier).sorted() == names)
            }
        }
    }
}
