import Foundation
import RemoteHealthKit

/// Counts today's steps.
struct StepCounter: Sendable {
    private let healthStore = HKHealthStore()
    private let stepCount = HKQuantityType(.stepCount)

    /// Whether the app may save steps, as far as the person has decided.
    var sharing: HKAuthorizationStatus {
        healthStore.authorizationStatus(for: stepCount)
    }

    /// Asks the person, unless everything was decided before; gives whether it had to ask.
    func requestAuthorization() async throws -> Bool {
        let status = try await healthStore.statusForAuthorizationRequest(
            toShare: [stepCount],
            read: [stepCount]
        )
        guard status == .shouldRequest else { return false }
        try await healthStore.requestAuthorization(toShare: [stepCount], read: [stepCount])
        return true
    }

    /// Sums the steps from local midnight to now; nil where there are none to be seen.
    ///
    /// The phone and the watch count the same steps. The statistics query counts each once, which
    /// adding up the samples would not.
    func stepsToday(now: Date = Date()) async throws -> Double? {
        let midnight = Calendar.current.startOfDay(for: now)
        let today = HKQuery.predicateForSamples(
            withStart: midnight,
            end: now,
            options: .strictStartDate
        )
        return try await withCheckedThrowingContinuation { continuation in
            let query = HKStatisticsQuery(
                quantityType: stepCount,
                quantitySamplePredicate: today,
                options: .cumulativeSum
            ) { _, statistics, error in
                // No steps yet is an answer, too. So is not being allowed to read them, which
                // looks the same to the app.
                if let error, (error as? HKError)?.code != .errorNoData {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(
                        returning: statistics?.sumQuantity()?.doubleValue(for: .count())
                    )
                }
            }
            healthStore.execute(query)
        }
    }
}

extension HKAuthorizationStatus {
    /// The words for it.
    var title: String {
        switch self {
        case .sharingAuthorized: "authorized"
        case .sharingDenied: "denied"
        default: "not determined"
        }
    }
}
