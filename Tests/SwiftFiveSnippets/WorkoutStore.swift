import Foundation
import RemoteHealthKit

/// Saves and loads workouts, as tutorials do with a workout and the energy that belongs to it.
class WorkoutStore {
    /// Saves a workout with the builder; the completion is told of the first failure.
    class func save(
        in healthStore: HKHealthStore,
        start: Date,
        end: Date,
        kilocalories: Double,
        completion: @escaping ((Bool, Error?) -> Swift.Void)
    ) {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .other
        let builder = HKWorkoutBuilder(
            healthStore: healthStore,
            configuration: configuration,
            device: .local()
        )
        builder.beginCollection(withStart: start) { success, error in
            guard success else {
                completion(false, error)
                return
            }
            guard let type = HKQuantityType.quantityType(forIdentifier: .activeEnergyBurned) else {
                completion(false, nil)
                return
            }
            let quantity = HKQuantity(unit: HKUnit.kilocalorie(), doubleValue: kilocalories)
            let sample = HKCumulativeQuantitySample(
                type: type,
                quantity: quantity,
                start: start,
                end: end
            )
            builder.add([sample]) { success, error in
                guard success else {
                    completion(false, error)
                    return
                }
                builder.endCollection(withEnd: end) { success, error in
                    guard success else {
                        completion(false, error)
                        return
                    }
                    builder.finishWorkout { workout, error in
                        completion(error == nil, error)
                    }
                }
            }
        }
    }

    /// Loads the workouts that this app saved, the latest first.
    class func load(
        from healthStore: HKHealthStore,
        completion: @escaping ([HKWorkout]?, Error?) -> Void
    ) {
        let workoutPredicate = HKQuery.predicateForWorkouts(with: .other)
        let sourcePredicate = HKQuery.predicateForObjects(from: .default())
        let compound = NSCompoundPredicate(
            andPredicateWithSubpredicates: [workoutPredicate, sourcePredicate]
        )
        let sortDescriptor = NSSortDescriptor(
            key: HKSampleSortIdentifierEndDate,
            ascending: false
        )
        let query = HKSampleQuery(
            sampleType: .workoutType(),
            predicate: compound,
            limit: 0,
            sortDescriptors: [sortDescriptor]
        ) { query, samples, error in
            guard let samples = samples as? [HKWorkout], error == nil else {
                completion(nil, error)
                return
            }
            completion(samples, nil)
        }
        healthStore.execute(query)
    }
}
