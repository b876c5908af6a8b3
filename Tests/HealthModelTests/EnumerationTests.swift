import TestSupport
import Testing

@testable import HealthModel

@Suite("Enumerations", .offPool)
struct EnumerationTests {
    @Test("The compiled enumerations are the table's")
    func enumerationsMatchTable() throws {
        let rows = try CatalogueTable("enum_values.tsv").rows
        #expect(rows.count == Self.valueCount(without: "HKWorkoutActivityType"))
        for row in rows {
            let enumeration = try #require(row["enum"].flatMap(Catalogue.enumeration))
            let name = try #require(row["name"])
            let rawValue = try #require(row["raw_value"].flatMap { Int($0) })
            #expect(enumeration.rawValues[name] == rawValue)
            #expect(enumeration.values[rawValue] != nil)
            for constant in try #require(row["constants"]).split(separator: ",") {
                #expect(enumeration.rawValue(named: constant) == rawValue)
            }
        }
    }

    @Test("The compiled workout activities are the table's")
    func activitiesMatchTable() throws {
        let rows = try CatalogueTable("workout_activity_types.tsv").rows
        #expect(rows.count == WorkoutActivityType.enumeration.values.count)
        for row in rows {
            let rawValue = try #require(row["raw_value"].flatMap { Int($0) })
            #expect(WorkoutActivityType(rawValue: rawValue)?.name == row["name"])
        }
    }

    @Test("Every value is found by its name and its constant, as text and as bytes")
    func lookUp() {
        for enumeration in Catalogue.enumerations {
            for (rawValue, name) in enumeration.values {
                let constant = enumeration.constants[rawValue] ?? ""
                #expect(constant.hasPrefix(enumeration.name))
                for spelling in [name, constant] {
                    #expect(enumeration.rawValue(named: spelling) == rawValue)
                    let bytes = Array(spelling.utf8)
                    #expect(bytes.withUnsafeBytes { enumeration.rawValue(utf8: $0) } == rawValue)
                }
            }
        }
    }

    @Test(
        "Category values are found as exports print them",
        arguments: [
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisInBed", 0),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", 3),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5),
            ("appleStandHour", "HKCategoryValueAppleStandHourStood", 0),
            ("mindfulSession", "HKCategoryValueNotApplicable", 0),
            ("headache", "HKCategoryValueSeverityModerate", 3),
            ("menstrualFlow", "HKCategoryValueMenstrualFlowHeavy", 4),
            ("menstrualFlow", "HKCategoryValueVaginalBleedingHeavy", 4),
            ("audioExposureEvent", "HKCategoryValueAudioExposureEventLoudEnvironment", 1),
            (
                "audioExposureEvent",
                "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit", 1
            ),
        ]
    )
    func categoryValue(type: String, spelling: String, rawValue: Int) throws {
        guard case .category(let type) = Catalogue.sampleType(type) else {
            Issue.record("\(type) is not a category")
            return
        }
        #expect(type.rawValue(named: spelling) == rawValue)
        let bytes = Array(spelling.utf8)
        #expect(bytes.withUnsafeBytes { type.rawValue(utf8: $0) } == rawValue)
    }

    @Test(
        "Spellings of other enumerations, or of none, are not found",
        arguments: [
            "", "3", "AsleepCore", "asleepcore", "asleepCore ", "asleepCore\0",
            "HKCategoryValueSleepAnalysis", "HKCategoryValueSleepAnalysisasleepCore",
            "HKCategoryValueSeverityMild", "HKCategoryValueSleepAnalysisAsleepCoreX",
        ]
    )
    func unknownSpelling(spelling: String) {
        #expect(
            Catalogue.enumeration("HKCategoryValueSleepAnalysis")?.rawValue(named: spelling) == nil
        )
    }

    @Test("Acronyms keep their capitals in constants, and digits their place")
    func irregularConstants() {
        let blood = Catalogue.enumeration("HKBloodType")
        #expect(blood?.constants[5] == "HKBloodTypeABPositive")
        #expect(blood?.rawValue(named: "HKBloodTypeAbPositive") == nil)
        let algorithm = Catalogue.enumeration("HKAppleECGAlgorithmVersion")
        #expect(algorithm?.rawValue(named: "HKAppleECGAlgorithmVersion2") == 2)
        #expect(algorithm?.rawValue(named: "version2") == 2)
    }

    @Test("Workout activities and events are found by name, constant and number")
    func workouts() {
        #expect(WorkoutActivityType(named: "running")?.rawValue == 37)
        #expect(WorkoutActivityType(named: "HKWorkoutActivityTypeOther")?.rawValue == 3000)
        #expect(WorkoutActivityType(rawValue: 81) == nil)
        #expect(WorkoutEventType(named: "HKWorkoutEventTypeLap")?.rawValue == 3)
        #expect(WorkoutEventType(rawValue: 5)?.name == "motionPaused")
        #expect(WorkoutEventType(named: "HKWorkoutActivityTypeRunning") == nil)
    }

    @Test("There is no enumeration of another name", arguments: ["", "HKBlood", "hkBloodType"])
    func unknownEnumeration(name: String) {
        #expect(Catalogue.enumeration(name) == nil)
    }

    private static func valueCount(without name: String) -> Int {
        Catalogue.enumerations.filter { $0.name != name }.reduce(0) { $0 + $1.rawValues.count }
    }
}
