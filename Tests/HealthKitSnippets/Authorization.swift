import RemoteHealthKit

/// Asking for access.
enum Authorization {
    static let share: Set<HKSampleType> = [HKQuantityType(.stepCount), HKQuantityType(.bodyMass)]
    static let read: Set<HKObjectType> = [
        HKQuantityType(.stepCount), HKCharacteristicType(.dateOfBirth),
    ]

    /// With a completion handler.
    static func request(
        _ healthStore: HKHealthStore,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        healthStore.requestAuthorization(toShare: share, read: read) { success, error in
            completion(success && error == nil)
        }
    }

    /// With `await`.
    static func request(_ healthStore: HKHealthStore) async throws {
        try await healthStore.requestAuthorization(toShare: share, read: read)
    }

    /// Whether there is anything to ask, with a completion handler.
    static func isNeeded(
        _ healthStore: HKHealthStore,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        healthStore.getRequestStatusForAuthorization(toShare: share, read: read) { status, _ in
            completion(status == .shouldRequest)
        }
    }

    /// Whether there is anything to ask, with `await`.
    static func isNeeded(_ healthStore: HKHealthStore) async throws -> Bool {
        let status = try await healthStore.statusForAuthorizationRequest(
            toShare: share,
            read: read
        )
        switch status {
        case .unnecessary: return false
        default: return true
        }
    }

    /// What may be saved, in words.
    static func status(_ healthStore: HKHealthStore, of type: HKObjectType) -> String {
        switch healthStore.authorizationStatus(for: type) {
        case .sharingDenied: "no"
        case .sharingAuthorized: "yes"
        default: "ask"
        }
    }
}
