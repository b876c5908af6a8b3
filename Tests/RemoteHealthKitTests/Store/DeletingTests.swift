import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct DeletingTests {
    @Test func `What was saved can be deleted, by itself or together`() async throws {
        try await withRemoteStore { fixture in
            let samples = (0..<3).map { steps(1, minute: $0) }
            try await fixture.store.save(samples)
            try await fixture.store.delete(samples[0])
            #expect(try await fixture.sampleCount(of: "stepCount") == 2)
            try await fixture.store.delete(samples)
            #expect(try await fixture.sampleCount(of: "stepCount") == 0)
        }
    }

    @Test func `An object that is not there cannot be deleted`() async throws {
        try await withRemoteStore { fixture in
            let error = await failure { try await fixture.store.delete(steps(1)) }
            #expect(error?.code == .errorInvalidArgument)
            let none = await failure { try await fixture.store.delete([]) }
            #expect(none?.code == .errorInvalidArgument)
        }
    }

    @Test func `Another program's object is denied to who reads it`() async throws {
        try await withRemoteStore { fixture in
            let sample = steps(1)
            try await fixture.otherApp().store.save(sample)
            let error = await failure { try await fixture.store.delete(sample) }
            #expect(error?.code == .errorAuthorizationDenied)
            #expect(try await fixture.sampleCount(of: "stepCount") == 1)
        }
    }

    @Test func `Another program's object does not exist for who does not read it`() async throws {
        try await withRemoteStore(read: []) { fixture in
            let (hidden, absent) = (steps(1), steps(1))
            try await fixture.otherApp().store.save(hidden)
            let one = await failure { try await fixture.store.delete(hidden) }
            let other = await failure { try await fixture.store.delete(absent) }
            #expect(one != nil)
            #expect(one == other)
            #expect(one?.problemCode == other?.problemCode)
        }
    }

    @Test func `A predicate deletes the program's own and counts them`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.otherApp().store.save(steps(9, minute: 1))
            try await fixture.store.save((0..<4).map { steps(1, minute: $0) })
            let type = HKQuantityType(.stepCount)
            let early = HKQuery.predicateForSamples(
                withStart: noon,
                end: noon.addingTimeInterval(150),
                options: .strictEndDate
            )
            #expect(try await fixture.store.deleteObjects(of: type, predicate: early) == 2)
            #expect(try await fixture.store.deleteObjects(of: type, predicate: early) == 0)
            #expect(try await fixture.sampleCount(of: "stepCount") == 3)
        }
    }

    @Test func `The handler hears how many are gone`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save((0..<3).map { steps(1, minute: $0) })
            let all = HKQuery.predicateForSamples(withStart: nil, end: nil, options: [])
            let count = await withCheckedContinuation { continuation in
                store.deleteObjects(of: HKQuantityType(.stepCount), predicate: all) {
                    continuation.resume(returning: $0 && $2 == nil ? $1 : -1)
                }
            }
            #expect(count == 3)
        }
    }
}
