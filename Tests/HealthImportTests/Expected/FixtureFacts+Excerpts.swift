extension FixtureFacts {
    static let french = FixtureFacts(
        file: "ios12-fr-hrv-list.xml",
        locale: "fr_FR",
        exportDate: "2019-01-20 11:21:07 +0100",
        hasDoctype: true,
        counts: [
            .init("ActiveEnergyBurned", "Apple Watch", "kcal", 1),
            .init("AppleExerciseTime", "Apple Watch", "min", 1),
            .init("BasalEnergyBurned", "Apple Watch", "kcal", 1),
            .init("BodyMass", "iPhone", "kg", 1),
            .init("DistanceWalkingRunning", "Bar", "km", 1),
            .init("FlightsClimbed", "iPhone", "count", 1),
            .init("HeartRate", "Apple Watch", "count/min", 1),
            .init("HeartRateVariabilitySDNN", "Apple Watch", "ms", 1),
            .init("Height", "Foo", "cm", 1),
            .init("RestingHeartRate", "Apple Watch", "count/min", 1),
            .init("StepCount", "iPhone", "count", 1),
            .init("VO2Max", "Apple Watch", "mL/min·kg", 1),
            .init("WalkingHeartRateAverage", "Apple Watch", "count/min", 1),
        ],
        sums: [
            .init("ActiveEnergyBurned", "2018-10-28", "Apple Watch", 1, 0.058),
            .init("AppleExerciseTime", "2019-01-17", "Apple Watch", 1, 1),
            .init("BasalEnergyBurned", "2018-10-28", "Apple Watch", 1, 18087.8),
            .init("DistanceWalkingRunning", "2019-01-11", "Bar", 1, 6.8552),
            .init("FlightsClimbed", "2018-09-30", "iPhone", 1, 1),
            .init("StepCount", "2016-07-11", "iPhone", 1, 14),
        ],
        notImported: ["HeartRateVariabilityMetadataList": 1],
        workoutStatistics: 0
    )

    static let inlineRoute = FixtureFacts(
        file: "ios12-inline-route.xml",
        locale: "en_US",
        exportDate: "2019-07-19 10:36:11 -0700",
        hasDoctype: false,
        counts: [
            .init("BodyMassIndex", "Health Mate", "count", 1),
            .init("HeartRate", "Apple Watch", "count/min", 1),
            .init("Workout", "Apple Watch", "", 1),
        ],
        sums: [],
        notImported: ["WorkoutRoute": 1, "ActivitySummary": 2],
        workoutStatistics: 0
    )

    static let fileReference = FixtureFacts(
        file: "ios12-zip/apple_health_export/export.xml",
        locale: "en_US",
        exportDate: "2019-07-19 10:36:11 -0700",
        hasDoctype: false,
        counts: [
            .init("BodyMassIndex", "Health Mate", "count", 1),
            .init("HeartRate", "Apple Watch", "count/min", 1),
            .init("Workout", "Apple Watch", "", 1),
        ],
        sums: [],
        notImported: ["WorkoutRoute": 1, "ActivitySummary": 2],
        workoutStatistics: 0
    )

    static let firstVersions = FixtureFacts(
        file: "ios9-sample.xml",
        locale: "en_GB",
        exportDate: "2016-04-15 07:27:26 +0100",
        hasDoctype: true,
        counts: [
            .init("DistanceWalkingRunning", "Health", "km", 5),
            .init("StepCount", "Health", "count", 10),
            .init("Workout", "Kim Apple Watch", "", 1),
        ],
        sums: [
            .init("DistanceWalkingRunning", "2014-09-20", "Health", 5, 0.01943),
            .init("StepCount", "2014-09-13", "Health", 10, 2517),
        ],
        notImported: ["ActivitySummary": 2],
        workoutStatistics: 0
    )

    static let correlation = FixtureFacts(
        file: "peer-synthetic-correlation-stateofmind.xml",
        locale: "en_US",
        exportDate: "2024-06-15 12:00:00 +0000",
        hasDoctype: false,
        counts: [
            .init("BloodPressureDiastolic", "Health", "mmHg", 1),
            .init("BloodPressureSystolic", "Health", "mmHg", 1),
            .init("HeartRate", "Apple Watch", "count/min", 2),
            .init("StepCount", "iPhone", "count", 1),
            .init("StateOfMind", "iPhone", "", 1),
            .init("Workout", "Apple Watch", "", 1),
            .init("BloodPressure", "Health", "", 1),
        ],
        sums: [
            .init("StepCount", "2024-06-15", "iPhone", 1, 100)
        ],
        notImported: ["WorkoutRoute": 1, "ActivitySummary": 1],
        workoutStatistics: 1
    )

    static let childElements = FixtureFacts(
        file: "peer-synthetic-me-child-elements.xml",
        locale: "en_US",
        exportDate: "2024-01-01 00:00:00 +0000",
        hasDoctype: false,
        counts: [
            .init("HeartRate", "Test", "count/min", 1),
            .init("HeartRateVariabilitySDNN", "Test", "ms", 1),
            .init("RestingHeartRate", "Test", "count/min", 1),
            .init("VO2Max", "Test", "ml/kg/min", 1),
            .init("SleepAnalysis", "Test", "", 1),
        ],
        sums: [],
        notImported: [
            "HKCharacteristicTypeIdentifierBiologicalSex": 1,
            "HKCharacteristicTypeIdentifierDateOfBirth": 1,
        ],
        workoutStatistics: 0
    )

    static let russian = FixtureFacts(
        file: "ru-attribute-order.xml",
        locale: "ru_RU",
        exportDate: "2019-12-26 08:20:53 +0300",
        hasDoctype: false,
        counts: [
            .init("BodyMass", "Здоровье", "kg", 1),
            .init("Height", "My Processing Tool", "cm", 1),
        ],
        sums: [],
        notImported: [:],
        workoutStatistics: 0
    )

    static let watch = FixtureFacts(
        file: "watchos10-sleep-energy.xml",
        locale: "en_NL",
        exportDate: "2024-06-01 08:10:05 +0200",
        hasDoctype: false,
        counts: [
            .init("ActiveEnergyBurned", "Robin's Apple Watch", "kcal", 2),
            .init("AppleExerciseTime", "Robin's Apple Watch", "min", 1),
            .init("AppleStandTime", "Robin's Apple Watch", "min", 1),
            .init("HeartRate", "Robin's Apple Watch", "count/min", 2),
            .init("SleepAnalysis", "Robin's Apple Watch", "", 1),
            .init("SleepAnalysis", "Robin's iPhone", "", 1),
        ],
        sums: [
            .init("ActiveEnergyBurned", "2024-01-01", "Robin's Apple Watch", 1, 0.12),
            .init("ActiveEnergyBurned", "2024-01-02", "Robin's Apple Watch", 1, 0.08),
            .init("AppleExerciseTime", "2024-01-01", "Robin's Apple Watch", 1, 1),
            .init("AppleStandTime", "2024-01-01", "Robin's Apple Watch", 1, 2),
        ],
        notImported: [:],
        workoutStatistics: 0
    )
}
