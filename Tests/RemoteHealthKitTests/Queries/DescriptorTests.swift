import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct DescriptorTests {
    private let morning = date("2025-06-01T08:00:00Z")

    @Test func `A sample query is awaited`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let samples = (1...3).map { stepSample(Double($0), from: morning + Double($0) * 60) }
            try await store.save(samples)
            let descriptor = HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
                limit: 2
            )
            let found = try await descriptor.result(for: store)
            #expect(found.map(\.quantity.count) == [3, 2])
            let workouts = HKSampleQueryDescriptor(
                predicates: [.workout()],
                sortDescriptors: [SortDescriptor(\.endDate)]
            )
            #expect(try await workouts.result(for: store).isEmpty)
        }
    }

    @Test func `Statistics are awaited`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save(stepSample(40, from: morning))
            let predicate = HKSamplePredicate.quantitySample(
                type: steps,
                predicate: HKQuery.predicateForSamples(withStart: morning, end: morning + 3600)
            )
            let sum = HKStatisticsQueryDescriptor(predicate: predicate, options: .cumulativeSum)
            #expect(try await sum.result(for: store)?.sumQuantity()?.count == 40)
            let days = HKStatisticsCollectionQueryDescriptor(
                predicate: predicate,
                options: .cumulativeSum,
                anchorDate: morning,
                intervalComponents: DateComponents(day: 1)
            )
            #expect(try await days.result(for: store).statistics().count == 1)
        }
    }

    @Test func `Anchored results go on until the task is cancelled`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let first = stepSample(1, from: morning)
            try await store.save(first)
            let descriptor = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: nil
            )
            #expect(try await descriptor.result(for: store).addedSamples == [first])
            let (told, teller) = AsyncStream.makeStream(of: [UUID].self)
            let reading = Task {
                for try await result in descriptor.results(for: store) {
                    teller.yield(
                        result.addedSamples.map(\.uuid) + result.deletedObjects.map(\.uuid)
                    )
                }
            }
            var news = told.makeAsyncIterator()
            #expect(await news.next() == [first.uuid])
            try await store.delete(first)
            #expect(await news.next() == [first.uuid])
            reading.cancel()
            _ = await reading.result
        }
    }

    @Test func `Collections go on with what changes`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let descriptor = HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: steps),
                options: .cumulativeSum,
                anchorDate: morning,
                intervalComponents: DateComponents(hour: 1)
            )
            var results = descriptor.results(for: store).makeAsyncIterator()
            let first = try #require(try await results.next())
            #expect(first.statisticsCollection.statistics().isEmpty)
            try await store.save(stepSample(40, from: morning))
            let second = try #require(try await results.next())
            #expect(second.updatedStatistics?.sumQuantity()?.count == 40)
            #expect(second.updatedStatistics?.startDate == morning)
        }
    }
}
