import Foundation
import RemoteHealthKit

/// Queries for samples, with result handlers.
enum SampleQueries {
    /// Runs a query and hands over what it found.
    static func find(
        _ type: HKSampleType,
        _ predicate: NSPredicate?,
        limit: Int = HKObjectQueryNoLimit,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([HKSample]) -> Void
    ) {
        let query = HKSampleQuery(
            sampleType: type,
            predicate: predicate,
            limit: limit,
            sortDescriptors: [
                NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
            ]
        ) { _, results, _ in
            completion(results ?? [])
        }
        healthStore.execute(query)
    }

    /// Samples of this app in a range that are more than a value: three predicates in one.
    static func own(
        above value: HKQuantity,
        from start: Date,
        to end: Date
    ) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate),
            HKQuery.predicateForObjects(from: HKSource.default()),
            HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: value),
        ])
    }

    /// Samples that nobody typed in.
    static func measured() -> NSPredicate {
        NSCompoundPredicate(
            notPredicateWithSubpredicate: HKQuery.predicateForObjects(
                withMetadataKey: HKMetadataKeyWasUserEntered,
                operatorType: .equalTo,
                value: true
            )
        )
    }

    /// Samples with a metadata key, whatever its value.
    static func having(_ key: String) -> NSPredicate {
        HKQuery.predicateForObjects(withMetadataKey: key)
    }

    /// Sleep that was sleep, not lying awake.
    static func asleep() -> NSPredicate {
        HKCategoryValueSleepAnalysis.predicateForSamples(
            equalTo: HKCategoryValueSleepAnalysis.allAsleepValues
        )
    }

    /// Nights in bed.
    static func inBed() -> NSPredicate {
        HKQuery.predicateForCategorySamples(
            with: .equalTo,
            value: HKCategoryValueSleepAnalysis.inBed.rawValue
        )
    }

    /// Runs of at least so many minutes.
    static func longRuns(minutes: Double) -> NSPredicate {
        NSCompoundPredicate(
            type: .and,
            subpredicates: [
                HKQuery.predicateForWorkouts(with: .running),
                HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, duration: minutes * 60),
            ]
        )
    }

    /// Samples of several types at once.
    static func findAll(
        _ types: [HKSampleType],
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([HKSample]) -> Void
    ) {
        let query = HKSampleQuery(
            queryDescriptors: types.map { HKQueryDescriptor(sampleType: $0, predicate: nil) },
            limit: 100
        ) { _, samples, _ in
            completion(samples ?? [])
        }
        healthStore.execute(query)
    }

    /// Blood pressures whose systolic value is above one.
    static func bloodPressures(
        above systolic: Double,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([HKCorrelation]) -> Void
    ) {
        let high = HKQuantity(unit: .millimeterOfMercury(), doubleValue: systolic)
        let query = HKCorrelationQuery(
            type: HKCorrelationType(.bloodPressure),
            predicate: nil,
            samplePredicates: [
                HKQuantityType(.bloodPressureSystolic): HKQuery.predicateForQuantitySamples(
                    with: .greaterThanOrEqualTo,
                    quantity: high
                )
            ]
        ) { _, correlations, _ in
            completion(correlations ?? [])
        }
        healthStore.execute(query)
    }

    /// The names of the sources of a type.
    static func sources(
        of type: HKSampleType,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable ([String]) -> Void
    ) {
        let query = HKSourceQuery(sampleType: type, samplePredicate: nil) { _, sources, _ in
            completion((sources ?? []).map(\.name).sorted())
        }
        healthStore.execute(query)
    }
}
