import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct QueryPrivacyTests {
    private let morning = date("2025-06-01T08:00:00Z")

    @Test func `Without read, queries know of the program's own only`() async throws {
        try await withRemoteStore(share: ["*"], read: []) { fixture in
            let store = fixture.store
            let other = try await fixture.otherApp()
            let hidden = stepSample(500, from: morning)
            try await other.store.save(hidden)
            #expect(try await store.samples(steps).isEmpty)
            let byName = HKQuery.predicateForObject(with: hidden.uuid)
            #expect(try await store.samples(steps, byName).isEmpty)
            #expect(try await store.changes(steps).added.isEmpty)
            #expect(
                await code { try await store.statistics(steps, nil, .cumulativeSum) }
                    == .errorNoData
            )
            let descriptor = HKSourceQueryDescriptor(predicate: .quantitySample(type: steps))
            #expect(try await descriptor.result(for: store).isEmpty)
            let collection = try await store.collection(
                steps,
                nil,
                .cumulativeSum,
                anchor: morning,
                every: DateComponents(day: 1)
            )
            #expect(collection.statistics().isEmpty)

            let own = stepSample(5, from: morning)
            try await store.save(own)
            #expect(try await store.samples(steps) == [own])
            #expect(try await store.changes(steps).added == [own])
            let sum = try await store.statistics(steps, nil, .cumulativeSum)
            #expect(sum.sumQuantity()?.count == 5)
        }
    }

    @Test func `A right given later brings earlier samples, its end no error`() async throws {
        try await withRemoteStore(share: ["*"], read: []) { fixture in
            let store = fixture.store
            let other = try await fixture.otherApp()
            let sample = stepSample(500, from: morning)
            try await other.store.save(sample)
            let before = try await store.changes(steps)
            #expect(before.added.isEmpty)
            try await fixture.grant(share: ["*"], read: ["*"])
            let after = try await store.changes(steps, since: before.anchor)
            #expect(after.added == [sample])
            try await fixture.grant(share: ["*"], read: [])
            #expect(try await store.changes(steps, since: after.anchor).added.isEmpty)
        }
    }
}
