import Foundation
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets about values, which need no server")
struct ValueSnippetTests {
    private let noon = Date(timeIntervalSince1970: 1_764_500_400)

    @Test func `Types are found by their identifiers, the old and the new way`() {
        #expect(
            Types.oldNames() == [
                "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate",
                "HKQuantityTypeIdentifierBodyMass", "HKCategoryTypeIdentifierSleepAnalysis",
                "HKCharacteristicTypeIdentifierDateOfBirth",
                "HKCorrelationTypeIdentifierBloodPressure",
            ]
        )
        // The two ways to name workouts name one type.
        #expect(Types.newNames().count == 5)
        #expect(Types.describe(HKQuantityType(.stepCount)) == "adds up")
        #expect(Types.describe(HKQuantityType(.heartRate)) == "is measured")
        #expect(Types.describe(HKCorrelationType(.food)) == "holds others")
        #expect(Types.describe(.workoutType()) == "is a workout")
        #expect(Types.canBeShown(.height, in: .inch()))
        #expect(!Types.canBeShown(.height, in: .second()))
        #expect(Types.identifier("HKQuantityTypeIdentifierStepCount") == .stepCount)
        #expect(Types.name(of: .hiking) == "On foot")
        #expect(Types.name(of: .yoga) == "Workout")
    }

    @Test func `Units are converted, compared and printed`() throws {
        #expect(abs(Units.milligramsPerDeciliter(millimolesPerLiter: 5.5) - 99.0857) < 0.001)
        let rates = Units.heartRates()
        #expect(rates.allSatisfy { $0 == rates[0] })
        #expect(Units.isMore(.init(unit: .mile(), doubleValue: 1), than: metres(1609)))
        #expect(!Units.isMore(.init(unit: .mile(), doubleValue: 1), than: metres(1610)))
        #expect(Units.feet(metres(0.3048)).map { abs($0 - 1) < 1e-9 } == true)
        #expect(Units.feet(HKQuantity(unit: .gram(), doubleValue: 1)) == nil)
        let texts = Units.texts()
        #expect(texts.prefix(7) == ["kg", "cm", "mL", "kJ", "ms", "%", "IU"])
        #expect(texts.suffix(3) == ["m^2", "degC", "mmHg"])
        let weight = HKQuantity(unit: .gram(), doubleValue: 72_500)
        #expect(Units.text(of: weight) == "72.5 kg")
        let energy = HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 418.4)
        #expect(Units.text(ofEnergy: energy).contains("100"))
    }

    @Test func `Samples keep what they are made of`() throws {
        let weight = Samples.weight(80, date: noon, version: 3)
        #expect(weight.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(weight.metadata?[HKMetadataKeySyncVersion] as? Int == 3)
        #expect(weight.metadata?[HKMetadataKeyTimeZone] as? String == "Europe/Paris")
        #expect(weight.startDate == noon && weight.endDate == noon)
        #expect(weight.quantityType == HKQuantityType(.bodyMass))
        #expect(Samples.heartRate(99, date: noon).device?.firmwareVersion == "1.2")
        let sleep = Samples.sleep(.asleepREM, from: noon, to: noon.addingTimeInterval(60))
        #expect(HKCategoryValueSleepAnalysis(rawValue: sleep.value) == .asleepREM)
        let pressure = Samples.bloodPressure(systolic: 121, diastolic: 79, date: noon)
        #expect(Samples.values(of: pressure) == [121, 79])
        let run = Samples.run(from: noon, to: noon.addingTimeInterval(1800))
        #expect(run.workoutActivityType == .running)
        #expect(run.duration == 1800)
        #expect(run.workoutEvents?.first?.type == .marker)
    }

    @Test func `Errors lead to advice`() {
        #expect(Saving.advice(for: HKError(.errorDatabaseInaccessible)) == "Try again later.")
        #expect(Saving.advice(for: HKError(.errorAuthorizationDenied)).contains("settings"))
        #expect(Saving.advice(for: CancellationError()) == "Something went wrong.")
    }

    private func metres(_ value: Double) -> HKQuantity {
        HKQuantity(unit: .meter(), doubleValue: value)
    }
}
