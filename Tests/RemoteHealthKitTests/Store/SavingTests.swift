import Foundation
import HealthOutbox
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct SavingTests {
    @Test func `What is saved is on the server, in its unit`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.store.save(bodyMass(83.4))
            try await fixture.store.save([steps(10), steps(20, minute: 1)])
            #expect(try await fixture.sampleCount(of: "bodyMass") == 1)
            #expect(try await fixture.sampleCount(of: "stepCount") == 2)
        }
    }

    @Test func `The handler hears of it`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let one = await withCheckedContinuation { continuation in
                store.save(steps(1)) { isSaved, error in
                    continuation.resume(returning: isSaved && error == nil)
                }
            }
            let many = await withCheckedContinuation { continuation in
                store.save([steps(2, minute: 1), steps(3, minute: 2)]) { isSaved, error in
                    continuation.resume(returning: isSaved && error == nil)
                }
            }
            #expect(one && many)
            let count = try await fixture.sampleCount(of: "stepCount")
            #expect(count == 3)
        }
    }

    @Test func `Before the person decides nothing can be saved`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let error = await failure { try await fixture.store.save(steps(1)) }
            #expect(error?.code == .errorAuthorizationNotDetermined)
        }
    }

    @Test func `One that may not be saved keeps all others out`() async throws {
        try await withRemoteStore(share: ["stepCount"]) { fixture in
            let objects = [steps(1), bodyMass(70), steps(2, minute: 1)]
            let error = await failure { try await fixture.store.save(objects) }
            #expect(error?.code == .errorAuthorizationDenied)
            #expect(error?.problemCode == "sharingDenied")
            #expect(error?.userInfo[RemoteHealthErrorKey.objectIndex] as? Int == 1)
            let count = try await fixture.sampleCount(of: "stepCount")
            #expect(count == 0)
        }
    }

    @Test func `Nothing to be saved is an invalid argument`() async throws {
        try await withRemoteStore { fixture in
            let error = await failure { try await fixture.store.save([]) }
            #expect(error?.code == .errorInvalidArgument)
        }
    }

    @Test func `Saving again changes nothing`() async throws {
        try await withRemoteStore { fixture in
            let sample = steps(7)
            try await fixture.store.save(sample)
            try await fixture.store.save(sample)
            #expect(try await fixture.sampleCount(of: "stepCount") == 1)
        }
    }

    @Test func `A deleted object cannot be saved again`() async throws {
        try await withRemoteStore { fixture in
            let sample = steps(7)
            try await fixture.store.save(sample)
            try await fixture.store.delete(sample)
            let error = await failure { try await fixture.store.save(sample) }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.problemCode == "deleted")
        }
    }

    @Test func `A higher sync version takes the place of a lower one`() async throws {
        try await withRemoteStore { fixture in
            let version = { (number: Int, count: Double) in
                steps(
                    count,
                    metadata: [
                        HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: number,
                    ]
                )
            }
            try await fixture.store.save(version(2, 20))
            try await fixture.store.save(version(3, 30))
            try await fixture.store.save(version(1, 10))
            #expect(try await fixture.sampleCount(of: "stepCount") == 1)
        }
    }

    @Test func `What the server does not take is an invalid argument`() async throws {
        try await withRemoteStore { fixture in
            let start = Date.now.addingTimeInterval(30 * 86400)
            let future = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: start,
                end: start
            )
            let error = await failure { try await fixture.store.save([steps(1), future]) }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.problemCode == "startInFuture")
            #expect(error?.userInfo[RemoteHealthErrorKey.objectIndex] as? Int == 1)
        }
    }

    @Test func `A correlation is saved with what it holds`() async throws {
        try await withRemoteStore { fixture in
            let pressure = { (identifier: HKQuantityTypeIdentifier, value: Double) in
                HKQuantitySample(
                    type: HKQuantityType(identifier),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                    start: noon,
                    end: noon
                )
            }
            let correlation = HKCorrelation(
                type: HKCorrelationType(.bloodPressure),
                start: noon,
                end: noon,
                objects: [
                    pressure(.bloodPressureSystolic, 120), pressure(.bloodPressureDiastolic, 80),
                ]
            )
            try await fixture.store.save(correlation)
            #expect(try await fixture.sampleCount(of: "bloodPressureSystolic") == 1)
            #expect(try await fixture.sampleCount(of: "bloodPressure") == 1)
        }
    }

    @Test func `Saving goes through after the server was away for a moment`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save(steps(1))
            await fixture.server.stop()
            var configuration = fixture.configuration
            // The pause before the first repetition is when the server comes back.
            configuration.clock = RetryClock(wait: { _ in try await fixture.server.start() })
            try await HKHealthStore(configuration: configuration).save(steps(2, minute: 1))
            #expect(try await fixture.sampleCount(of: "stepCount") == 2)
        }
    }

    @Test func `Saving and deleting keep the order of the calls`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let samples = (0..<20).map { steps(1, minute: $0) }
            await withCheckedContinuation { continuation in
                for sample in samples {
                    store.save(sample) { _, _ in }
                    store.delete(sample) { isDeleted, error in
                        #expect(isDeleted && error == nil)
                        if sample == samples.last { continuation.resume() }
                    }
                }
            }
            let count = try await fixture.sampleCount(of: "stepCount")
            #expect(count == 0)
        }
    }
}
