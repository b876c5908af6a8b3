import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct WorkoutBuilderTests {
    private func run(_ store: HKHealthStore) -> HKWorkoutBuilder {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = .outdoor
        return HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    }

    private func distance(_ kilometres: Double, minute: Int) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.distanceWalkingRunning),
            quantity: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: kilometres),
            start: noon.addingTimeInterval(Double(minute) * 60),
            end: noon.addingTimeInterval(Double(minute + 10) * 60)
        )
    }

    private func heartRate(_ value: Double, minute: Int) -> HKQuantitySample {
        let time = noon.addingTimeInterval(Double(minute) * 60)
        return HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: value),
            start: time,
            end: time
        )
    }

    @Test func `A workout is saved with what belongs to it`() async throws {
        try await withRemoteStore { fixture in
            let builder = run(fixture.store)
            try await builder.beginCollection(at: noon)
            try await builder.addSamples([distance(1, minute: 0), distance(1.5, minute: 10)])
            try await builder.addSamples([heartRate(120, minute: 1), heartRate(140, minute: 2)])
            try await builder.addMetadata([HKMetadataKeyWorkoutBrandName: "Morning"])
            let pause = HKWorkoutEvent(
                type: .pause,
                dateInterval: DateInterval(start: noon.addingTimeInterval(600), duration: 0),
                metadata: nil
            )
            let resume = HKWorkoutEvent(
                type: .resume,
                dateInterval: DateInterval(start: noon.addingTimeInterval(900), duration: 0),
                metadata: nil
            )
            try await builder.addWorkoutEvents([pause, resume])
            #expect(builder.elapsedTime(at: noon.addingTimeInterval(1200)) == 900)
            try await builder.endCollection(at: noon.addingTimeInterval(1800))
            #expect(try await fixture.sampleCount(of: "heartRate") == 0)
            let workout = try #require(try await builder.finishWorkout())
            #expect(workout.duration == 1500)
            #expect(workout.totalDistance?.doubleValue(for: .meter()) == 2500)
            #expect(workout.totalEnergyBurned == nil)
            #expect(workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
            #expect(workout.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "Morning")
            #expect(try await fixture.sampleCount(of: "workout") == 1)
            #expect(try await fixture.sampleCount(of: "heartRate") == 2)
            #expect(try await fixture.sampleCount(of: "distanceWalkingRunning") == 2)
        }
    }

    @Test func `Statistics are of the samples added so far`() async throws {
        let builder = run(HKHealthStore(on: HealthServer(failing: HKError(.errorNoData))))
        try await builder.beginCollection(at: noon)
        #expect(builder.statistics(for: HKQuantityType(.heartRate)) == nil)
        try await builder.addSamples([heartRate(140, minute: 2), heartRate(120, minute: 1)])
        try await builder.addSamples([distance(1, minute: 0), distance(2, minute: 10)])
        let rate = try #require(builder.statistics(for: HKQuantityType(.heartRate)))
        let unit = HKUnit.count().unitDivided(by: .minute())
        #expect(rate.averageQuantity()?.doubleValue(for: unit) == 130)
        #expect(rate.minimumQuantity()?.doubleValue(for: unit) == 120)
        #expect(rate.maximumQuantity()?.doubleValue(for: unit) == 140)
        #expect(rate.mostRecentQuantity()?.doubleValue(for: unit) == 140)
        #expect(rate.sumQuantity() == nil)
        let length = builder.statistics(for: HKQuantityType(.distanceWalkingRunning))
        #expect(length?.sumQuantity()?.doubleValue(for: .meter()) == 3000)
        #expect(length?.averageQuantity() == nil)
    }

    @Test func `Handlers build a workout as well`() async throws {
        try await withRemoteStore { fixture in
            let builder = run(fixture.store)
            let sample = distance(1, minute: 0)
            let workout = await withCheckedContinuation { continuation in
                builder.beginCollection(withStart: noon) { _, _ in
                    builder.add([sample]) { _, _ in
                        builder.endCollection(withEnd: sample.endDate) { _, _ in
                            builder.finishWorkout { workout, _ in
                                continuation.resume(returning: workout)
                            }
                        }
                    }
                }
            }
            #expect(workout?.workoutActivityType == .running)
            let count = try await fixture.sampleCount(of: "workout")
            #expect(count == 1)
        }
    }

    @Test func `A discarded workout leaves nothing`() async throws {
        try await withRemoteStore { fixture in
            let builder = run(fixture.store)
            try await builder.beginCollection(at: noon)
            try await builder.addSamples([distance(1, minute: 0)])
            try await builder.endCollection(at: noon.addingTimeInterval(600))
            builder.discardWorkout()
            let error = await failure { _ = try await builder.finishWorkout() }
            #expect(error?.code == .errorInvalidArgument)
            #expect(try await fixture.sampleCount(of: "distanceWalkingRunning") == 0)
        }
    }

    @Test func `A workout that may not be saved can be tried again`() async throws {
        try await withRemoteStore(share: ["workout"]) { fixture in
            let builder = run(fixture.store)
            try await builder.beginCollection(at: noon)
            try await builder.addSamples([distance(1, minute: 0)])
            try await builder.endCollection(at: noon.addingTimeInterval(600))
            let error = await failure { _ = try await builder.finishWorkout() }
            #expect(error?.code == .errorAuthorizationDenied)
            #expect(try await fixture.sampleCount(of: "workout") == 0)
            try await fixture.grant(share: ["*"], read: [])
            #expect(try await builder.finishWorkout() != nil)
            #expect(try await fixture.sampleCount(of: "workout") == 1)
        }
    }
}
