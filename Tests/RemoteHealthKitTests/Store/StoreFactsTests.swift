import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct StoreFactsTests {
    private let steps = HKQuantityType(.stepCount)
    private let bodyMass = HKQuantityType(.bodyMass)

    @Test func `Units are those that the server keeps`() async throws {
        try await withRemoteStore { fixture in
            let units = try await fixture.store.preferredUnits(for: [steps, bodyMass])
            #expect(units == [steps: .count(), bodyMass: .gramUnit(with: .kilo)])
        }
    }

    @Test func `Units are told once something was decided about the type`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let store = fixture.store
            let types: Set = [steps]
            let error = await failure { _ = try await store.preferredUnits(for: types) }
            #expect(error?.code == .errorAuthorizationNotDetermined)
            try await fixture.grant(share: [], read: [])
            let units = await withCheckedContinuation { continuation in
                store.preferredUnits(for: types) { units, error in
                    continuation.resume(returning: error == nil ? units : [:])
                }
            }
            #expect(units == [steps: .count()])
        }
    }

    @Test func `Background delivery is for samples`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
            try await store.disableBackgroundDelivery(for: steps)
            try await store.disableAllBackgroundDelivery()
            let sex = HKCharacteristicType(.biologicalSex)
            let error = await failure {
                try await store.enableBackgroundDelivery(for: sex, frequency: .daily)
            }
            #expect(error?.code == .errorInvalidArgument)
            let isEnabled = await withCheckedContinuation { continuation in
                store.enableBackgroundDelivery(for: sex, frequency: .hourly) { isEnabled, _ in
                    continuation.resume(returning: isEnabled)
                }
            }
            #expect(!isEnabled)
        }
    }

    @Test func `Samples may be as old as can be`() {
        let store = HKHealthStore(on: HealthServer(failing: HKError(.errorHealthDataUnavailable)))
        #expect(store.earliestPermittedSampleDate() == .distantPast)
        #expect(!store.supportsHealthRecords())
    }
}
