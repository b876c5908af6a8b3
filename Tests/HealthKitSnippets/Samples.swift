import Foundation
import RemoteHealthKit

/// Samples as apps make them.
enum Samples {
    /// Steps over an interval.
    static func steps(_ count: Double, from start: Date, to end: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: start,
            end: end
        )
    }

    /// A weight typed in by hand, which a later version may replace.
    static func weight(_ kilograms: Double, date: Date, version: Int) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: kilograms),
            start: date,
            end: date,
            metadata: [
                HKMetadataKeyWasUserEntered: true,
                HKMetadataKeySyncIdentifier: "weight-of-the-day",
                HKMetadataKeySyncVersion: version,
                HKMetadataKeyTimeZone: "Europe/Paris",
            ]
        )
    }

    /// A heart rate from a chest strap.
    static func heartRate(_ beatsPerMinute: Double, date: Date) -> HKQuantitySample {
        let strap = HKDevice(
            name: "Strap",
            manufacturer: "Example",
            model: "S1",
            hardwareVersion: "1",
            firmwareVersion: "1.2",
            softwareVersion: nil,
            localIdentifier: "4711",
            udiDeviceIdentifier: nil
        )
        return HKQuantitySample(
            type: HKQuantityType(.heartRate),
            quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: beatsPerMinute),
            start: date,
            end: date,
            device: strap,
            metadata: [
                HKMetadataKeyHeartRateMotionContext: HKHeartRateMotionContext.active.rawValue
            ]
        )
    }

    /// A stretch of sleep.
    static func sleep(
        _ value: HKCategoryValueSleepAnalysis,
        from start: Date,
        to end: Date
    ) -> HKCategorySample {
        HKCategorySample(
            type: HKCategoryType(.sleepAnalysis),
            value: value.rawValue,
            start: start,
            end: end
        )
    }

    /// A blood pressure: two quantities that belong together.
    static func bloodPressure(systolic: Double, diastolic: Double, date: Date) -> HKCorrelation {
        let unit = HKUnit.millimeterOfMercury()
        let objects = Set<HKSample>(
            [
                (HKQuantityTypeIdentifier.bloodPressureSystolic, systolic),
                (.bloodPressureDiastolic, diastolic),
            ].map { identifier, value in
                HKQuantitySample(
                    type: HKQuantityType(identifier),
                    quantity: HKQuantity(unit: unit, doubleValue: value),
                    start: date,
                    end: date
                )
            }
        )
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: date,
            end: date,
            objects: objects
        )
    }

    /// The two values of a blood pressure, systolic first.
    static func values(of bloodPressure: HKCorrelation) -> [Double] {
        [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].compactMap {
            let sample = bloodPressure.objects(for: HKQuantityType($0)).first as? HKQuantitySample
            return sample?.quantity.doubleValue(for: .millimeterOfMercury())
        }
    }

    /// A run with a mark at half time, as it was made before there were builders.
    static func run(from start: Date, to end: Date) -> HKWorkout {
        let middle = start.addingTimeInterval(end.timeIntervalSince(start) / 2)
        return HKWorkout(
            activityType: .running,
            start: start,
            end: end,
            workoutEvents: [
                HKWorkoutEvent(
                    type: .marker,
                    dateInterval: DateInterval(start: middle, duration: 0),
                    metadata: nil
                )
            ],
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 310),
            totalDistance: HKQuantity(unit: .mile(), doubleValue: 3),
            metadata: [HKMetadataKeyIndoorWorkout: false]
        )
    }

    /// What a sample says about who recorded it.
    static func origin(of sample: HKSample) -> [String?] {
        let revision = sample.sourceRevision
        return [
            revision.source.bundleIdentifier, revision.version, revision.productType,
            sample.device?.model,
        ]
    }
}
