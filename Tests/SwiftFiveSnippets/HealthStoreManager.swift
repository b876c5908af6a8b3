import Foundation
import RemoteHealthKit

/// The class that every older tutorial begins with: one store, callbacks, and state that changes.
class HealthStoreManager {
    /// Nil where there is no health data.
    var healthStore: HKHealthStore?
    /// The last heart rates that were read, in beats a minute.
    var heartRates: [Double] = []

    private var observerQuery: HKObserverQuery?

    /// Makes a manager of the store of this process, or of another one.
    init(_ store: HKHealthStore? = nil) {
        if let store {
            healthStore = store
        } else if HKHealthStore.isHealthDataAvailable() {
            healthStore = HKHealthStore()
        }
    }

    /// Asks for everything that the other snippets need.
    func requestAuthorization(completion: @escaping (Bool) -> Void) {
        guard let healthStore = self.healthStore,
            let steps = HKObjectType.quantityType(forIdentifier: .stepCount),
            let heartRate = HKObjectType.quantityType(forIdentifier: .heartRate),
            let sleep = HKObjectType.categoryType(forIdentifier: .sleepAnalysis)
        else { return completion(false) }
        let share: Set<HKSampleType> = [steps, heartRate, sleep]
        let read = Set([steps, heartRate, sleep, HKObjectType.workoutType()])
        healthStore.requestAuthorization(toShare: share, read: read) { success, error in
            if let error = error {
                print(error.localizedDescription)
            }
            completion(success)
        }
    }

    /// Saves a heart rate of now.
    func save(heartRate: Double, completion: @escaping (Bool, Error?) -> Void) {
        guard let type = HKSampleType.quantityType(forIdentifier: .heartRate) else { return }
        let unit = HKUnit.count().unitDivided(by: HKUnit.minute())
        let quantity = HKQuantity(unit: unit, doubleValue: heartRate)
        let now = Date()
        let sample = HKQuantitySample(type: type, quantity: quantity, start: now, end: now)
        healthStore?.save(sample, withCompletion: completion)
    }

    /// Reads the latest heart rates into a property, on the main queue.
    func readHeartRates(on queue: DispatchQueue = .main, done: @escaping () -> Void) {
        guard let type = HKQuantityType.quantityType(forIdentifier: .heartRate) else { return }
        let sort = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
        let query = HKSampleQuery(
            sampleType: type,
            predicate: nil,
            limit: 10,
            sortDescriptors: [sort]
        ) { [weak self] query, results, error in
            guard let self = self, let samples = results as? [HKQuantitySample] else { return }
            queue.async {
                self.heartRates = samples.map {
                    $0.quantity.doubleValue(for: HKUnit(from: "count/min"))
                }
                done()
            }
        }
        healthStore?.execute(query)
    }

    /// Observes steps until `stop` is called.
    func observeSteps(changed: @escaping () -> Void) {
        guard let steps = HKObjectType.quantityType(forIdentifier: .stepCount) else { return }
        let query = HKObserverQuery(sampleType: steps, predicate: nil) {
            query,
            completionHandler,
            error in
            if error == nil { changed() }
            completionHandler()
        }
        observerQuery = query
        healthStore?.execute(query)
        healthStore?.enableBackgroundDelivery(for: steps, frequency: .immediate) { success, error in
            if !success { print(String(describing: error)) }
        }
    }

    /// Ends the observation.
    func stop() {
        if let query = observerQuery { healthStore?.stop(query) }
        observerQuery = nil
    }
}
