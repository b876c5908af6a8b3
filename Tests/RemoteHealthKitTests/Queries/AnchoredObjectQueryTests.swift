import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct AnchoredObjectQueryTests {
    private let morning = date("2025-06-01T08:00:00Z")

    @Test func `It tells of additions and deletions since an anchor`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let (first, second) = (stepSample(1, from: morning), stepSample(2, from: morning + 60))
            try await store.save(first)
            let start = try await store.changes(steps)
            #expect(start.added == [first])
            #expect(start.deleted.isEmpty)
            try await store.save(second)
            try await store.delete(first)
            let next = try await store.changes(steps, since: start.anchor)
            #expect(next.added == [second])
            #expect(next.deleted.map(\.uuid) == [first.uuid])
            let last = try await store.changes(steps, since: next.anchor)
            #expect(last.added.isEmpty && last.deleted.isEmpty)
        }
    }

    @Test func `An anchor survives an archive and a document`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save(stepSample(1, from: morning))
            let anchor = try await store.changes(steps).anchor
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: anchor,
                requiringSecureCoding: true
            )
            let unarchived = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: archive)
            )
            #expect(unarchived == anchor)
            let document = try JSONEncoder().encode(["anchor": anchor])
            let decoded = try JSONDecoder().decode([String: HKQueryAnchor].self, from: document)
            let second = stepSample(2, from: morning + 60)
            try await store.save(second)
            for anchor in [unarchived, try #require(decoded["anchor"])] {
                #expect(try await store.changes(steps, since: anchor).added == [second])
            }
        }
    }

    @Test func `A limit is filled with what matches, page by page`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let samples = (0..<10).map { stepSample(Double($0), from: morning + Double($0) * 60) }
            try await store.save(samples)
            let odd = NSPredicate { object, _ in
                (object as? HKQuantitySample).map { Int($0.quantity.count) % 2 == 1 } ?? false
            }
            var anchor: HKQueryAnchor? = HKQueryAnchor(fromValue: 0)
            var found: [[Double]] = []
            for _ in 0..<3 {
                let page = try await store.changes(steps, odd, since: anchor, limit: 2)
                anchor = page.anchor
                found.append(page.added.compactMap { ($0 as? HKQuantitySample)?.quantity.count })
            }
            #expect(found == [[1, 3], [5, 7], [9]])
        }
    }

    @Test func `Updates follow, also after the server was away`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let first = stepSample(1, from: morning)
            try await store.save(first)
            let (told, teller) = AsyncStream.makeStream(of: [UUID].self)
            let query = HKAnchoredObjectQuery(
                type: steps,
                predicate: nil,
                anchor: nil,
                limit: HKObjectQueryNoLimit
            ) { _, added, _, _, _ in teller.yield((added ?? []).map(\.uuid)) }
            query.updateHandler = { _, added, deleted, _, _ in
                teller.yield((added ?? []).map(\.uuid) + (deleted ?? []).map(\.uuid))
            }
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == [first.uuid])
            let second = stepSample(2, from: morning + 60)
            try await store.save(second)
            #expect(await news.next() == [second.uuid])
            await fixture.server.stop()
            try await fixture.server.start()
            try await store.delete(first)
            #expect(await news.next() == [first.uuid])
            store.stop(query)
        }
    }

    @Test func `A query that finds no server tells so, and goes on when it is back`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save(stepSample(1, from: morning))
            await fixture.server.stop()
            let (told, teller) = AsyncStream.makeStream(of: String.self)
            let query = HKAnchoredObjectQuery(
                type: steps,
                predicate: nil,
                anchor: nil,
                limit: HKObjectQueryNoLimit
            ) { _, _, _, _, error in
                let code = (error as? HKError)?.code
                teller.yield(code == .errorDatabaseInaccessible ? "away" : "\(code as Any)")
            }
            query.updateHandler = { _, added, _, _, _ in teller.yield("\(added?.count ?? -1)") }
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == "away")
            try await fixture.server.start()
            #expect(await news.next() == "1")
            store.stop(query)
            await fixture.server.stop()
            #expect(
                await code { try await store.samples(steps) } == .errorDatabaseInaccessible
            )
            #expect(
                await code { try await store.statistics(steps, nil, .cumulativeSum) }
                    == .errorDatabaseInaccessible
            )
        }
    }

    @Test func `A limit and an update handler do not go together`() async throws {
        try await withRemoteStore { fixture in
            let (told, teller) = AsyncStream.makeStream(of: HKError.Code?.self)
            let query = HKAnchoredObjectQuery(
                type: steps,
                predicate: nil,
                anchor: nil,
                limit: 5
            ) { _, _, _, _, error in teller.yield((error as? HKError)?.code) }
            query.updateHandler = { _, _, _, _, _ in }
            fixture.store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == .errorInvalidArgument)
        }
    }

    @Test func `Another query's anchor is refused`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let anchor = try await store.changes(steps).anchor
            let other = HKQuantityType(.heartRate)
            let code = await code { try await store.changes(other, since: anchor) }
            #expect(code == .errorInvalidArgument)
        }
    }

    @Test func `Several types are told by one query`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let flights = HKQuantityType(.flightsClimbed)
            let climb = HKQuantitySample(
                type: flights,
                quantity: HKQuantity(unit: .count(), doubleValue: 3),
                start: morning,
                end: morning
            )
            let walk = stepSample(5, from: morning)
            try await store.save([walk, climb])
            let descriptors = [
                HKQueryDescriptor(sampleType: steps, predicate: nil),
                HKQueryDescriptor(sampleType: flights, predicate: nil),
            ]
            let found: AnchoredAnswer = try await withCheckedThrowingContinuation { continuation in
                store.execute(
                    HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: nil, limit: 0) {
                        continuation.resume(with: AnchoredAnswer.of($1, $2, $3, $4))
                    }
                )
            }
            #expect(Set(found.added) == [walk, climb])
        }
    }
}
