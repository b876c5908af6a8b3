import Foundation
import TestSupport
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets about workouts and lists", .offPool, .timeLimit(.minutes(2)))
struct WorkoutSnippetTests {
    private let noon = Date(timeIntervalSince1970: 1_764_500_400)

    @Test func `A ride is built, found, and has what belongs to it`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let built = try await Workouts.ride(from: noon, in: store)
            #expect(built?.duration == 3300)
            let rides = try await Descriptors.workouts(.cycling, in: store)
            let ride = try #require(rides.first)
            #expect(rides.count == 1)
            #expect(ride.uuid == built?.uuid)
            #expect(ride.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "Evening ride")
            #expect(ride.workoutEvents?.map(\.type) == [.pause, .resume])
            #expect(try await Descriptors.workouts(.running, in: store).isEmpty)
        }
    }

    @Test func `Lists of several types and of the latest`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                Samples.run(from: noon, to: later(30)),
                Samples.sleep(.asleepCore, from: later(-600), to: later(-300)),
                Samples.weight(80, date: noon, version: 1),
            ])
            let both = try await Descriptors.nightsAndWorkouts(in: store)
            #expect(both.map { $0 is HKWorkout } == [false, true])
            let weights = try await Descriptors.weights(limit: 1, in: store)
            #expect(weights == [80])
        }
    }

    private func later(_ minutes: Double) -> Date { noon.addingTimeInterval(minutes * 60) }
}
