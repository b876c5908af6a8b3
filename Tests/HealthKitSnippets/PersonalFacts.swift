import Foundation
import RemoteHealthKit

/// What hardly changes, and what the person prefers.
enum PersonalFacts {
    /// Date of birth, sex, blood type, skin type, wheelchair: what there is of them.
    static func describe(_ healthStore: HKHealthStore) throws -> [String] {
        var facts: [String] = []
        if let birth = try? healthStore.dateOfBirthComponents(), let year = birth.year {
            facts.append("born in \(year)")
        }
        if try healthStore.biologicalSex().biologicalSex == .female { facts.append("female") }
        if try healthStore.bloodType().bloodType == .abNegative { facts.append("AB-") }
        if try healthStore.fitzpatrickSkinType().skinType == .IV { facts.append("skin IV") }
        if try healthStore.wheelchairUse().wheelchairUse == .yes { facts.append("wheelchair") }
        if try healthStore.activityMoveMode().activityMoveMode == .appleMoveTime {
            facts.append("moves by time")
        }
        return facts
    }

    /// The unit in which the person wants to see a type, with a completion handler.
    static func unit(
        of type: HKQuantityType,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (String?) -> Void
    ) {
        healthStore.preferredUnits(for: [type]) { units, _ in
            completion(units[type]?.unitString)
        }
    }

    /// The same with `await`.
    static func unit(
        of type: HKQuantityType,
        in healthStore: HKHealthStore
    ) async throws -> HKUnit? {
        try await healthStore.preferredUnits(for: [type])[type]
    }

    /// A start for queries that are to find everything that there can be.
    static func earliest(_ healthStore: HKHealthStore) -> Date {
        healthStore.earliestPermittedSampleDate()
    }
}
