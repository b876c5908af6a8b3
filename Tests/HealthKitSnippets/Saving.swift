import Foundation
import RemoteHealthKit

/// Saving and deleting.
enum Saving {
    /// One sample, with a completion handler.
    static func save(
        _ sample: HKSample,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        healthStore.save(sample) { success, error in
            if let error { print("Not saved: \(error.localizedDescription)") }
            completion(success, error)
        }
    }

    /// Several samples, with a completion handler.
    static func save(
        _ samples: [HKSample],
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        healthStore.save(samples) { success, _ in completion(success) }
    }

    /// Several samples, then one of them no more, with `await`.
    static func saveAndDelete(_ samples: [HKSample], in healthStore: HKHealthStore) async throws {
        try await healthStore.save(samples)
        guard let first = samples.first else { return }
        try await healthStore.delete(first)
    }

    /// Deletes what this app saved of a type in a range; tells how much that was.
    static func deleteAll(
        _ type: HKSampleType,
        from start: Date,
        to end: Date,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (Int) -> Void
    ) {
        let range = HKQuery.predicateForSamples(withStart: start, end: end, options: [])
        healthStore.deleteObjects(of: type, predicate: range) { _, count, _ in completion(count) }
    }

    /// The same with `await`.
    static func deleteAll(_ type: HKSampleType, in healthStore: HKHealthStore) async throws -> Int {
        try await healthStore.deleteObjects(of: type, predicate: NSPredicate(value: true))
    }

    /// What a failure means to the person.
    static func advice(for error: any Error) -> String {
        guard let error = error as? HKError else { return "Something went wrong." }
        switch error.code {
        case .errorAuthorizationDenied: return "Allow it in the settings."
        case .errorAuthorizationNotDetermined: return "Allow it first."
        case .errorDatabaseInaccessible: return "Try again later."
        case .errorInvalidArgument: return "That cannot be."
        default: return error.localizedDescription
        }
    }
}
