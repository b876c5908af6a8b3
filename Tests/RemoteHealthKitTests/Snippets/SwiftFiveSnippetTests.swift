import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RemoteHealthKit
@testable import SwiftFiveSnippets

@Suite("Snippets in the language of Swift 5", .offPool, .timeLimit(.minutes(2)))
struct SwiftFiveSnippetTests {
    private let noon = Date(timeIntervalSince1970: 1_764_500_400)

    @Test func `A manager asks, saves, reads and observes`() async throws {
        try await withRemoteStore { fixture in
            let manager = HealthStoreManager(fixture.store)
            let asked: Bool = try await answer { manager.requestAuthorization(completion: $0) }
            #expect(asked)
            let saved: Bool = try await answer { done in
                manager.save(heartRate: 72) { success, _ in done(success) }
            }
            #expect(saved)
            let _: Void = try await answer { done in
                manager.readHeartRates(on: DispatchQueue(label: "reader")) { done(()) }
            }
            #expect(manager.heartRates == [72])
            let changes = Mutex(0)
            manager.observeSteps { changes.withLock { $0 += 1 } }
            try await eventually("the observer is told at first") { changes.withLock { $0 } > 0 }
            manager.stop()
        }
    }

    @Test func `A chart has a bar for each day of the week`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.measure(
                Measured(type: "stepCount", value: 300, unit: "count", start: noon)
            )
            let history = StepHistory(healthStore: fixture.store)
            let end = noon.addingTimeInterval(60)
            let days: [StepHistory.Day] = try await answer {
                history.load(until: end, completion: $0)
            }
            history.stop()
            #expect(days.map(\.count).reduce(0, +) == 300)
            #expect(days.count == 7)
        }
    }

    @Test func `A workout is built in steps and found again`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let (start, end) = (noon, noon.addingTimeInterval(1800))
            let saved: Bool = try await answer { done in
                WorkoutStore.save(in: store, start: start, end: end, kilocalories: 250) {
                    success,
                    _ in
                    done(success)
                }
            }
            #expect(saved)
            ProcessServer.current.remember(fixture.source)
            let found: [HKWorkout]? = try await answer { done in
                WorkoutStore.load(from: store) { workouts, _ in done(workouts) }
            }
            #expect(found?.map(\.duration) == [1800])
            #expect(try await fixture.sampleCount(of: "activeEnergyBurned") == 1)
        }
    }
}
