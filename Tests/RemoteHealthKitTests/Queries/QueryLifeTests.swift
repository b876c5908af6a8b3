import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct QueryLifeTests {
    private let morning = date("2025-06-01T08:00:00Z")

    @Test func `An observer is told at the start and of changes of its types`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let (told, teller) = AsyncStream.makeStream(of: HKError.Code?.self)
            let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
                teller.yield((error as? HKError)?.code)
                completion()
            }
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == .some(nil))
            try await store.save(stepSample(1, from: morning))
            #expect(await news.next() == .some(nil))
            store.stop(query)
        }
    }

    @Test func `An observer of several types is told which changed`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let flights = HKQuantityType(.flightsClimbed)
            let (told, teller) = AsyncStream.makeStream(of: Set<HKSampleType>?.self)
            let descriptors = [steps, flights].map {
                HKQueryDescriptor(sampleType: $0, predicate: nil)
            }
            let query = HKObserverQuery(queryDescriptors: descriptors) { _, types, _, _ in
                teller.yield(types)
            }
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == .some([steps, flights]))
            try await store.save(stepSample(1, from: morning))
            #expect(await news.next() == .some([steps]))
            store.stop(query)
        }
    }

    @Test func `No handler runs once stop has returned`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            for round in 0..<20 {
                let calls = Calls()
                let query = HKSampleQuery(
                    sampleType: steps,
                    predicate: nil,
                    limit: 1,
                    sortDescriptors: nil
                ) { _, _, _ in calls.add() }
                store.execute(query)
                if round % 2 == 0 { _ = try await store.samples(steps) }
                store.stop(query)
                let before = calls.count
                _ = try await store.samples(steps)
                #expect(calls.count == before)
            }
        }
    }

    @Test func `A handler may stop its own query`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let (told, teller) = AsyncStream.makeStream(of: Int.self)
            let query = HKObserverQuery(sampleType: steps, predicate: nil) { query, _, _ in
                store.stop(query)
                teller.yield(1)
            }
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == 1)
            try await store.save(stepSample(1, from: morning))
            let fresh = try await store.samples(steps)
            #expect(fresh.count == 1)
            teller.finish()
            #expect(await news.next() == nil)
        }
    }

    @Test func `A query is freed with what its handlers hold once it was stopped`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let (freed, teller) = AsyncStream.makeStream(of: Bool.self)
            let (told, tell) = AsyncStream.makeStream(of: Bool.self)
            do {
                // The handler holds its own query, as one does that stops it.
                let knot = Knot { teller.yield(true) }
                let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, _ in
                    withExtendedLifetime(knot) { _ = tell.yield(true) }
                }
                knot.query.withLock { $0 = query }
                store.execute(query)
                var news = told.makeAsyncIterator()
                #expect(await news.next() == true)
                store.stop(query)
            }
            var news = freed.makeAsyncIterator()
            #expect(await news.next() == true)
        }
    }

    @Test func `Without a configuration a query says that there is no health data`() async throws {
        let error = HKError.failure(.errorHealthDataUnavailable, "There is none.")
        let store = HKHealthStore(on: HealthServer(failing: error))
        #expect(await code { try await store.samples(steps) } == .errorHealthDataUnavailable)
    }
}

/// Counts calls of a handler.
private final class Calls: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}

/// Holds a query, and says when it is freed.
private final class Knot: Sendable {
    let query = Mutex<HKQuery?>(nil)
    private let report: @Sendable () -> Void

    init(_ report: @escaping @Sendable () -> Void) { self.report = report }

    deinit { report() }
}
