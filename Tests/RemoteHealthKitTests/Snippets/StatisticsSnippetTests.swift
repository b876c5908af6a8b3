import Foundation
import TestSupport
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets that add up and average", .offPool, .timeLimit(.minutes(2)))
struct StatisticsSnippetTests {
    /// A Monday, at noon in Greenwich.
    private let noon = Date(timeIntervalSince1970: 1_764_590_400)

    @Test func `Sums, by source and together`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save(Samples.steps(600, from: noon, to: later(10)))
            try await fixture.measure(
                Measured(
                    type: "stepCount",
                    value: 650,
                    unit: "count",
                    start: noon,
                    end: later(10),
                    device: .watch
                )
            )
            let (start, end) = (noon, later(60))
            let sum: Double? = try await answer {
                StatisticsQueries.sum(
                    .stepCount,
                    unit: .count(),
                    from: start,
                    to: end,
                    in: store,
                    completion: $0
                )
            }
            #expect(sum == 650)
            #expect(try await Descriptors.steps(from: noon, to: end, in: store) == 650)
            let bySource: [String: Double] = try await answer {
                StatisticsQueries.stepsBySource(in: store, completion: $0)
            }
            #expect(bySource.values.sorted() == [600, 650])
            let nothing: Double? = try await answer {
                StatisticsQueries.sum(
                    .flightsClimbed,
                    unit: .count(),
                    from: start,
                    to: end,
                    in: store,
                    completion: $0
                )
            }
            #expect(nothing == nil)
        }
    }

    @Test func `Least, mean, greatest and latest`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                Samples.heartRate(60, date: noon), Samples.heartRate(120, date: later(1)),
                Samples.heartRate(80, date: later(2)),
            ])
            let values: [Double] = try await answer {
                StatisticsQueries.heartRate(in: store, completion: $0)
            }
            #expect(values.count == 4)
            #expect(values.first == 60)
            #expect(values.dropFirst(2) == [120, 80])
        }
    }

    @Test func `Weeks and days have sums of their own`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                Samples.steps(100, from: later(-8 * 1440), to: later(-8 * 1440 + 1)),
                Samples.steps(20, from: later(-1440), to: later(-1440 + 1)),
                Samples.steps(3, from: noon, to: later(1)),
            ])
            let (start, end) = (later(-8 * 1440 - 1), later(60))
            let weeks: [Double] = try await answer {
                StatisticsQueries.weeklySteps(from: start, to: end, in: store, completion: $0)
            }
            #expect(weeks.reduce(0, +) == 123)
            #expect(weeks.count >= 2)
            let days = try await Descriptors.dailySteps(from: start, to: end, in: store)
            #expect(days.filter { $0 > 0 } == [100, 20, 3])
        }
    }

    @Test func `A collection is told of what comes later`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let day = noon
            async let waiting: Void = Descriptors.waitForSteps(500, onDayOf: day, in: store)
            try await store.save(Samples.steps(200, from: noon, to: later(5)))
            try await store.save(Samples.steps(300, from: later(10), to: later(15)))
            try await waiting
        }
    }

    private func later(_ minutes: Double) -> Date { noon.addingTimeInterval(minutes * 60) }
}
