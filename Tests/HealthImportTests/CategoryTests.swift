import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Category records keep the spelling of their values; the server decides what they mean.
@Suite(.offPool)
struct CategoryTests {
    private func content(_ changes: [String: String?]) throws -> DraftContent? {
        let record = ExportText.record(["unit": nil].merging(changes) { $1 })
        return try Reading(text: ExportText.export([record])).drafts.first?.content
    }

    @Test(
        "A value is a constant or a number",
        arguments: [
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM"),
            ("SleepAnalysis", "HKCategoryValueSleepAnalysisAsleep"),
            ("AppleStandHour", "HKCategoryValueAppleStandHourStood"),
            ("MindfulSession", "HKCategoryValueNotApplicable"),
            ("MenstrualFlow", "HKCategoryValueVaginalBleedingLight"),
            ("OfTheFuture", "HKCategoryValueOfTheFutureBright"),
        ]
    )
    func named(type: String, value: String) throws {
        let type = "HKCategoryTypeIdentifier" + type
        #expect(try content(["type": type, "value": value]) == .category(.named(value)))
        #expect(try content(["type": type, "value": "1"]) == .category(.raw(1)))
        // A unit, even an empty one, says nothing here.
        #expect(try content(["type": type, "value": "1", "unit": ""]) == .category(.raw(1)))
    }

    @Test("Only a type with a single value may leave it out")
    func missingValue() throws {
        let mindful = "HKCategoryTypeIdentifierMindfulSession"
        #expect(try content(["type": mindful, "value": nil]) == .category(.raw(0)))
        #expect(try content(["type": mindful, "value": ""]) == .category(.raw(0)))
        let sleep = ExportText.record([
            "type": "HKCategoryTypeIdentifierSleepAnalysis", "value": nil,
        ])
        #expect(
            try Reading(text: ExportText.export([sleep])).skipCounts == [.missingValue: 1]
        )
    }

    @Test("Characteristics are told as printed, and their child elements as not imported")
    func me() throws {
        let watch = Reading(path: Fixture.path("watchos10-sleep-energy.xml"))
        #expect(
            watch.report?.characteristics == [
                "HKCharacteristicTypeIdentifierDateOfBirth": "1970-01-01",
                "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexMale",
                "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeANegative",
                "HKCharacteristicTypeIdentifierFitzpatrickSkinType": "HKFitzpatrickSkinTypeNotSet",
                "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse": "None",
            ]
        )
        let many = (0..<1000).map { "a\($0)=\"\($0)\"" }.joined(separator: " ")
        let bounded = try Reading(text: ExportText.export(["<Me \(many)/>"]))
        #expect(bounded.report?.characteristics.count == ReaderLimits.standard.metadataEntries)
    }
}
