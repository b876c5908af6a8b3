import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets that follow changes", .offPool, .timeLimit(.minutes(2)))
struct ChangeSnippetTests {
    private let noon = Date(timeIntervalSince1970: 1_764_500_400)
    private let steps = HKQuantityType(.stepCount)

    @Test func `An anchor that was kept leads to what is new, and to what is gone`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let first = sample(0)
            try await store.save(first)
            let begun: ChangeQueries.News = try await answer {
                ChangeQueries.changes(of: steps, since: nil, in: store, completion: $0)
            }
            #expect(begun.added.map(\.uuid) == [first.uuid])
            let kept = try ChangeQueries.store(#require(begun.anchor))
            try await store.save(sample(1))
            try await store.delete(first)
            let anchor = try ChangeQueries.anchor(in: kept)
            let news: ChangeQueries.News = try await answer {
                ChangeQueries.changes(of: steps, since: anchor, in: store, completion: $0)
            }
            #expect(news.added.count == 1)
            #expect(news.deleted.map(\.uuid) == [first.uuid])
            let counted = try await Descriptors.changes(since: anchor, in: store)
            #expect(counted.added == 1)
            #expect(counted.deleted == 1)
        }
    }

    @Test func `A query that follows hears of every sample until it is stopped`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let heard = Mutex<Set<UUID>>([])
            let query = ChangeQueries.follow(steps, in: store) { news in
                heard.withLock { $0.formUnion(news.added.map(\.uuid)) }
            }
            let (first, second) = (sample(0), sample(1))
            try await store.save(first)
            try await eventually("the first is heard of") {
                heard.withLock { $0.contains(first.uuid) }
            }
            try await store.save(second)
            try await eventually("the second is heard of") {
                heard.withLock { $0.contains(second.uuid) }
            }
            store.stop(query)
        }
    }

    @Test func `An observer is told that there is something new`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let times = Mutex(0)
            let query = ChangeQueries.observe(steps, in: store) { times.withLock { $0 += 1 } }
            try await eventually("it is told at first") { times.withLock { $0 } > 0 }
            let before = times.withLock { $0 }
            try await store.save(sample(0))
            try await eventually("it is told again") { times.withLock { $0 } > before }
            store.stop(query)
        }
    }

    @Test func `Waiting for the next sample ends with it`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let anchor = try await Descriptors.changes(since: nil, in: store).anchor
            async let next = Descriptors.nextSample(after: anchor, in: store)
            let saved = sample(0)
            try await store.save(saved)
            #expect(try await next?.uuid == saved.uuid)
        }
    }

    private func sample(_ minute: Double) -> HKQuantitySample {
        let start = noon.addingTimeInterval(minute * 60)
        return Samples.steps(10, from: start, to: start.addingTimeInterval(60))
    }
}
