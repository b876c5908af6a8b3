import Foundation
import RemoteHealthKit

/// Reads the profile from the health store and saves the body mass index there.
enum ProfileStore {
    private static let healthStore = HKHealthStore()

    /// The characteristics that the person has filled in and lets the app read.
    ///
    /// One that is missing is no error: whether it was never set or is not for this app to see
    /// looks the same.
    static func characteristics() -> Characteristics {
        Characteristics(
            age: (try? healthStore.dateOfBirthComponents()).flatMap(age),
            biologicalSex: (try? healthStore.biologicalSex().biologicalSex) ?? .notSet,
            bloodType: (try? healthStore.bloodType().bloodType) ?? .notSet
        )
    }

    /// Finds the most recent sample of a type; nil where there is none.
    static func mostRecentSample(
        of sampleType: HKSampleType,
        completion: @escaping @Sendable (HKQuantitySample?, (any Error)?) -> Void
    ) {
        let untilNow = HKQuery.predicateForSamples(
            withStart: .distantPast,
            end: Date(),
            options: .strictEndDate
        )
        let latestFirst = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
        let query = HKSampleQuery(
            sampleType: sampleType,
            predicate: untilNow,
            limit: 1,
            sortDescriptors: [latestFirst]
        ) { _, samples, error in
            completion(samples?.first as? HKQuantitySample, error)
        }
        healthStore.execute(query)
    }

    /// Whether the person lets the app save samples of a type.
    static func maySave(_ type: HKSampleType) -> Bool {
        healthStore.authorizationStatus(for: type) == .sharingAuthorized
    }

    /// Saves a body mass index as measured at an instant.
    static func saveBodyMassIndex(
        _ bodyMassIndex: Double,
        date: Date,
        completion: @escaping @Sendable (HKQuantitySample, (any Error)?) -> Void
    ) {
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMassIndex),
            quantity: HKQuantity(unit: HKUnit.count(), doubleValue: bodyMassIndex),
            start: date,
            end: date
        )
        healthStore.save(sample) { _, error in
            completion(sample, error)
        }
    }

    /// Finds a sample that this app saved before, by its identifier.
    static func find(
        _ sample: HKQuantitySample,
        completion: @escaping @Sendable (HKQuantitySample?, (any Error)?) -> Void
    ) {
        let ownSample = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForObjects(from: .default()),
            HKQuery.predicateForObject(with: sample.uuid),
        ])
        let query = HKSampleQuery(
            sampleType: sample.sampleType,
            predicate: ownSample,
            limit: 1,
            sortDescriptors: nil
        ) { _, samples, error in
            completion(samples?.first as? HKQuantitySample, error)
        }
        healthStore.execute(query)
    }

    private static func age(bornOn birthday: DateComponents) -> Int? {
        let calendar = Calendar.current
        // Whole years that have passed, so that nobody grows older on the first of January.
        return calendar.date(from: birthday).flatMap {
            calendar.dateComponents([.year], from: $0, to: Date()).year
        }
    }
}
