import Foundation
import RemoteHealthKit

/// The app's one screen: loads the profile, shows it, and saves the body mass index.
enum ProfileScreen {
    /// Starts when the app does; ends the program once everything is shown.
    static func appear() {
        HealthKitSetup.authorizeHealthKit { answered, error in
            guard answered else { fail("Asking for access", error) }
            show("May save the body mass index", yesOrNo(HKQuantityType(.bodyMassIndex)))
            show("May save active energy", yesOrNo(HKQuantityType(.activeEnergyBurned)))
            show("May save workouts", yesOrNo(HKObjectType.workoutType()))
            showCharacteristics()
            loadHeight()
        }
    }

    private static func showCharacteristics() {
        let person = ProfileStore.characteristics()
        show("Age", person.age.map(String.init) ?? "not set")
        show("Sex", person.biologicalSex.title)
        show("Blood type", person.bloodType.title)
    }

    private static func loadHeight() {
        ProfileStore.mostRecentSample(of: HKQuantityType(.height)) { sample, error in
            if let error { fail("Reading the height", error) }
            let meters = sample?.quantity.doubleValue(for: .meter())
            let formatter = LengthFormatter()
            formatter.isForPersonHeightUse = true
            show("Height", meters.map(formatter.string(fromMeters:)) ?? "none")
            loadWeight(BodyMeasures(heightInMeters: meters))
        }
    }

    private static func loadWeight(_ measures: BodyMeasures) {
        ProfileStore.mostRecentSample(of: HKQuantityType(.bodyMass)) { sample, error in
            if let error { fail("Reading the weight", error) }
            var measures = measures
            measures.weightInKilograms = sample?.quantity.doubleValue(for: .gramUnit(with: .kilo))
            let formatter = MassFormatter()
            formatter.isForPersonMassUse = true
            show(
                "Weight",
                measures.weightInKilograms.map(formatter.string(fromKilograms:)) ?? "none"
            )
            guard let bodyMassIndex = measures.bodyMassIndex else {
                show("Body mass index", "needs a height and a weight")
                exit(EXIT_SUCCESS)
            }
            show("Body mass index", String(format: "%.2f", bodyMassIndex))
            save(bodyMassIndex)
        }
    }

    private static func save(_ bodyMassIndex: Double) {
        ProfileStore.saveBodyMassIndex(bodyMassIndex, date: Date()) { sample, error in
            if let error = error as? HKError, error.code == .errorAuthorizationDenied {
                show("Saved", "no: the person does not let this app save it")
                exit(EXIT_SUCCESS)
            }
            if let error { fail("Saving the body mass index", error) }
            show("Saved", sample.uuid.uuidString)
            findAgain(sample)
        }
    }

    private static func findAgain(_ saved: HKQuantitySample) {
        ProfileStore.find(saved) { sample, error in
            if let error { fail("Finding the body mass index again", error) }
            let value = sample?.quantity.doubleValue(for: .count())
            show("Found again", value.map { String(format: "%.2f", $0) } ?? "no")
            exit(EXIT_SUCCESS)
        }
    }

    private static func yesOrNo(_ type: HKSampleType) -> String {
        ProfileStore.maySave(type) ? "yes" : "no"
    }

    private static func show(_ label: String, _ value: String) {
        print("\(label): \(value)")
    }

    private static func fail(_ step: String, _ error: (any Error)?) -> Never {
        show(step, "failed. \(error?.localizedDescription ?? "")")
        exit(EXIT_FAILURE)
    }
}
