import Foundation
import RemoteHealthKit

guard HKHealthStore.isHealthDataAvailable() else {
    print("Health data is not available here.")
    exit(EXIT_FAILURE)
}

let counter = StepCounter()
do {
    // At the first launch the person has decided nothing. At every later one this says what they
    // decided, nobody is asked again, and the steps are there at once.
    print("At launch, saving steps is \(counter.sharing.title)")
    if try await counter.requestAuthorization() {
        print("The person was asked; saving steps is \(counter.sharing.title)")
    }
    let steps = try await counter.stepsToday() ?? 0
    print("Steps today: \(steps.formatted(.number.precision(.fractionLength(0)).grouping(.never)))")
} catch {
    print("The steps cannot be read: \(error.localizedDescription)")
    exit(EXIT_FAILURE)
}
