#if !canImport(HealthKit)
import Foundation
import Testing

@testable import RemoteHealthKit

struct WorkoutTests {
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private var end: Date { start + 3600 }

    private func event(_ type: HKWorkoutEventType, _ minute: Double) -> HKWorkoutEvent {
        let date = start + minute * 60
        return HKWorkoutEvent(
            type: type,
            dateInterval: DateInterval(start: date, end: date),
            metadata: nil
        )
    }

    private func duration(_ events: [HKWorkoutEvent]) -> TimeInterval {
        HKWorkout(
            activityType: .running,
            start: start,
            end: end,
            workoutEvents: events,
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        ).duration
    }

    @Test func `The duration is the span without its pauses`() {
        #expect(duration([]) == 3600)
        #expect(duration([event(.pause, 10), event(.resume, 20)]) == 3000)
        #expect(duration([event(.resume, 20), event(.pause, 10)]) == 3000)
        #expect(duration([event(.pause, 50)]) == 3000)
        #expect(duration([event(.resume, 20)]) == 3600)
        #expect(duration([event(.pause, 10), event(.pause, 15), event(.resume, 20)]) == 3000)
        #expect(duration([event(.lap, 10), event(.motionPaused, 15)]) == 3600)
    }

    @Test func `A duration that is given counts, and 0 stands for the span`() {
        for (given, expected) in [(1800.0, 1800.0), (0, 3600)] {
            let workout = HKWorkout(
                activityType: .cycling,
                start: start,
                end: end,
                duration: given,
                totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 300),
                totalDistance: HKQuantity(unit: .mile(), doubleValue: 10),
                metadata: nil
            )
            #expect(workout.duration == expected)
            #expect(workout.workoutEvents == nil)
        }
    }

    @Test func `Totals are the sums of the types that fit the activity`() {
        let workout = HKWorkout(
            activityType: .swimming,
            start: start,
            end: end,
            workoutEvents: nil,
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 300),
            totalDistance: HKQuantity(unit: .meter(), doubleValue: 1000),
            totalSwimmingStrokeCount: HKQuantity(unit: .count(), doubleValue: 640),
            device: nil,
            metadata: nil
        )
        #expect(workout.totalSwimmingStrokeCount?.doubleValue(for: .count()) == 640)
        #expect(workout.allStatistics.count == 3)
        let distance = workout.statistics(for: HKQuantityType(.distanceSwimming))
        #expect(distance?.sumQuantity()?.doubleValue(for: .meter()) == 1000)
        let energy = workout.statistics(for: HKQuantityType(.activeEnergyBurned))
        #expect(energy?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 300)
        #expect(workout.statistics(for: HKQuantityType(.distanceWalkingRunning)) == nil)
    }

    @Test func `An activity keeps what its configuration says`() {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .indoor
        configuration.swimmingLocationType = .pool
        configuration.lapLength = HKQuantity(unit: .yard(), doubleValue: 25)
        let activity = HKWorkoutActivity(
            workoutConfiguration: configuration,
            start: start,
            end: end,
            metadata: ["note": "easy"]
        )
        #expect(activity.workoutConfiguration == configuration)
        #expect(activity.workoutConfiguration !== configuration)
        #expect(activity.duration == 3600)
        #expect(activity.metadata?["note"] as? String == "easy")
    }

    @Test func `A total in a wrong unit ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = HKWorkout(
                activityType: .running,
                start: Date(),
                end: Date(),
                duration: 0,
                totalEnergyBurned: HKQuantity(unit: .meter(), doubleValue: 1),
                totalDistance: nil,
                metadata: nil
            )
        }
    }
}
#endif
