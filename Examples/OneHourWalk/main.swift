import Foundation
import RemoteHealthKit

let store = WalkStore()
do {
    try await store.requestAuthorization()
    if let height = try await store.heightInMeters() {
        print("Height: \(height.formatted(.number.precision(.fractionLength(2)))) m")
    } else {
        print("Height: unknown")
    }

    print("Press Return to start the walk.")
    guard readLine() != nil else { exit(EXIT_FAILURE) }
    let start = Date()
    print("Press Return to stop it; it stops by itself after an hour.")
    guard readLine() != nil else { exit(EXIT_FAILURE) }
    let stop = Date()
    print("How many miles was it?")
    guard let miles = readLine().flatMap(Double.init), miles >= 0 else {
        print("That is no number of miles; nothing was saved.")
        exit(EXIT_FAILURE)
    }
    let walk = Walk(start: start, stoppedAt: stop, miles: miles)
    print("Walked \(walk.miles) mi in \(walk.duration)")

    do {
        try await store.save(walk)
        print("Saved")
    } catch HKError.errorAuthorizationDenied {
        print("Not saved: the person does not let this app save distances")
    }

    let day = try await store.distance(onDayOf: walk.end)
    for (name, kilometers) in day.bySource {
        print("\(name): \(String(format: "%.2f", kilometers)) km")
    }
    print("Together: \(String(format: "%.2f", day.total)) km")
} catch {
    print("The walk cannot be kept: \(error.localizedDescription)")
    exit(EXIT_FAILURE)
}
