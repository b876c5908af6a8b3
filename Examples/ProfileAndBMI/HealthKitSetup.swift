import Foundation
import RemoteHealthKit

/// Asks the person for what the app needs.
enum HealthKitSetup {
    /// Why there is nothing to ask about.
    enum SetupError: LocalizedError {
        case notAvailableOnDevice
        case dataTypeNotAvailable

        var errorDescription: String? {
            switch self {
            case .notAvailableOnDevice: "Health data is not available here."
            case .dataTypeNotAvailable: "A type of health data is not known here."
            }
        }
    }

    /// Asks to share the body mass index, active energy and workouts, and to read the profile.
    ///
    /// `true` means that the person has answered, not that they allowed anything: whether the app
    /// may save, `authorizationStatus(for:)` tells; whether it may read, nobody does.
    static func authorizeHealthKit(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        guard HKHealthStore.isHealthDataAvailable() else {
            completion(false, SetupError.notAvailableOnDevice)
            return
        }
        guard let dateOfBirth = HKObjectType.characteristicType(forIdentifier: .dateOfBirth),
            let bloodType = HKObjectType.characteristicType(forIdentifier: .bloodType),
            let biologicalSex = HKObjectType.characteristicType(forIdentifier: .biologicalSex),
            let bodyMassIndex = HKObjectType.quantityType(forIdentifier: .bodyMassIndex),
            let height = HKObjectType.quantityType(forIdentifier: .height),
            let bodyMass = HKObjectType.quantityType(forIdentifier: .bodyMass),
            let activeEnergy = HKObjectType.quantityType(forIdentifier: .activeEnergyBurned)
        else {
            completion(false, SetupError.dataTypeNotAvailable)
            return
        }
        let typesToShare: Set<HKSampleType> = [
            bodyMassIndex, activeEnergy, HKObjectType.workoutType(),
        ]
        let typesToRead: Set<HKObjectType> = [
            dateOfBirth, bloodType, biologicalSex, bodyMassIndex, height, bodyMass,
            HKObjectType.workoutType(),
        ]
        HKHealthStore().requestAuthorization(toShare: typesToShare, read: typesToRead) {
            success,
            error in
            completion(success, error)
        }
    }
}
