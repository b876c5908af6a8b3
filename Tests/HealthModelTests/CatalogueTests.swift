import TestSupport
import Testing

@testable import HealthModel

@Suite("Catalogue", .offPool)
struct CatalogueTests {
    @Test("The compiled quantity types are the table's, in order and without gaps")
    func quantityTypesMatchTable() throws {
        let rows = try CatalogueTable("quantity_types.tsv").rows
        #expect(rows.count == Catalogue.quantityTypes.count)
        for (index, (row, type)) in zip(rows, Catalogue.quantityTypes).enumerated() {
            #expect(type.id == index + 1)
            #expect(row["id"] == String(type.id))
            #expect(row["identifier"] == type.identifier)
            #expect(row["dimension"] == type.dimension)
            #expect(row["canonical_unit"] == type.canonicalUnit.description)
            #expect(row["aggregation_style"] == type.aggregationStyle.rawValue)
            #expect(row["merge"] == type.merge.rawValue)
            #expect(row["third_party_writeable"] == (type.isWriteableByApps ? "yes" : "no"))
        }
    }

    @Test("The compiled category types are the table's, in order and without gaps")
    func categoryTypesMatchTable() throws {
        let rows = try CatalogueTable("category_types.tsv").rows
        #expect(rows.count == Catalogue.categoryTypes.count)
        for (index, (row, type)) in zip(rows, Catalogue.categoryTypes).enumerated() {
            #expect(type.id == index + 1001)
            #expect(row["id"] == String(type.id))
            #expect(row["identifier"] == type.identifier)
            #expect(row["value_enum"] == type.valueEnumeration)
            #expect(row["third_party_writeable"] == (type.isWriteableByApps ? "yes" : "no"))
            let pairs = type.rawValues.map { "\($1)=\($0)" }
            #expect(
                row["allowed_values"]?.split(separator: ",").map(String.init).sorted()
                    == pairs.sorted()
            )
            #expect(Set(type.values.keys) == Set(type.rawValues.values))
        }
    }

    @Test("The compiled metadata keys are the table's, and both spellings give the raw one")
    func metadataKeysMatchTable() throws {
        let rows = try CatalogueTable("metadata_keys.tsv").rows
        for row in rows {
            let raw = try #require(row["raw_key"])
            let constant = try #require(row["constant"])
            #expect(Catalogue.canonicalMetadataKey(constant) == raw)
            #expect(Catalogue.canonicalMetadataKey(raw) == raw)
        }
        let renamed = rows.filter { $0["raw_key"] != $0["constant"] }
        #expect(Catalogue.rawMetadataKeys.count == renamed.count)
        #expect(Set(rows.compactMap { $0["raw_key"] }).count == rows.count)
    }

    @Test(
        "An unknown metadata key stays as it is",
        arguments: ["", "com.example.mood", "HKtimezone"]
    )
    func unknownMetadataKey(key: String) {
        #expect(Catalogue.canonicalMetadataKey(key) == key)
    }

    @Test(
        "There are as many types of each style as HealthKit has",
        arguments: [
            (AggregationStyle.cumulative, 63), (.discreteArithmetic, 47),
            (.discreteTemporallyWeighted, 7), (.discreteEquivalentContinuousLevel, 3),
        ]
    )
    func styleCounts(style: AggregationStyle, count: Int) {
        #expect(Catalogue.quantityTypes.count { $0.aggregationStyle == style } == count)
    }

    @Test("Cumulative types are merged or summed and discrete ones are neither")
    func mergeFollowsStyle() {
        for type in Catalogue.quantityTypes {
            #expect((type.merge == .none) == (type.aggregationStyle != .cumulative))
        }
    }

    @Test("Every type is found by its full and its short name and by its number")
    func lookUp() throws {
        for type in Catalogue.quantityTypes {
            for name in [type.identifier, type.shortName] {
                #expect(Catalogue.quantityType(name) == type)
                #expect(Catalogue.sampleType(name) == .quantity(type))
                #expect(
                    Array(name.utf8).withUnsafeBytes { Catalogue.quantityType(utf8: $0) } == type
                )
            }
            #expect(Catalogue.quantityType(id: type.id) == type)
            #expect(Catalogue.sampleType(id: type.id)?.identifier == type.identifier)
        }
        for type in Catalogue.categoryTypes {
            for name in [type.identifier, type.shortName] {
                #expect(Catalogue.sampleType(name) == .category(type))
                #expect(Catalogue.quantityType(name) == nil)
            }
            #expect(Catalogue.sampleType(id: type.id) == .category(type))
            #expect(Catalogue.quantityType(id: type.id) == nil)
            #expect(Catalogue.sampleType(id: type.id)?.shortName == type.shortName)
        }
    }

    @Test(
        "Unknown names are not found",
        arguments: [
            "", "s", "StepCount", "stepcount", "stepCount ", "stepCount\0", "stepCoun",
            "HKQuantityTypeIdentifier", "HKQuantityTypeIdentifierstepCount",
            "HKCategoryTypeIdentifierStepCount", "HKQuantityTypeIdentifierStepCountX",
            "hkQuantityTypeIdentifierStepCount", "*", String(repeating: "x", count: 100_000),
        ]
    )
    func unknownName(name: String) {
        #expect(Catalogue.quantityType(name) == nil)
        #expect(Catalogue.sampleType(name) == nil)
    }

    @Test("Bytes that are no text are not found, nor are none")
    func unknownBytes() {
        #expect(Catalogue.quantityType(utf8: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
        let bytes: [UInt8] = [0xff, 0x00, 0xc3]
        #expect(bytes.withUnsafeBytes { Catalogue.quantityType(utf8: $0) } == nil)
    }

    @Test(
        "Numbers outside the tables are not found",
        arguments: [Int16.min, -1, 0, 121, 1000, 1071, Int16.max]
    )
    func unknownNumber(id: Int16) {
        #expect(Catalogue.quantityType(id: id) == nil)
        #expect(Catalogue.sampleType(id: id) == nil)
    }

    @Test(
        "Short names are spelled as in HealthKit's Swift interface",
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", "stepCount"),
            ("HKQuantityTypeIdentifierVO2Max", "vo2Max"),
            ("HKQuantityTypeIdentifierUVExposure", "uvExposure"),
            ("HKQuantityTypeIdentifierDietaryVitaminB6", "dietaryVitaminB6"),
            ("HKQuantityTypeIdentifierDietaryVitaminB12", "dietaryVitaminB12"),
            ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "heartRateVariabilitySDNN"),
            ("HKQuantityTypeIdentifierForcedExpiratoryVolume1", "forcedExpiratoryVolume1"),
            ("HKCategoryTypeIdentifierSleepAnalysis", "sleepAnalysis"),
        ]
    )
    func shortName(identifier: String, shortName: String) {
        #expect(Catalogue.sampleType(identifier)?.shortName == shortName)
        #expect(Catalogue.sampleType(shortName)?.identifier == identifier)
    }

    @Test("Where two names share a raw value, the current name stands for it")
    func categoryValues() throws {
        guard case .category(let sleep) = Catalogue.sampleType("sleepAnalysis") else {
            Issue.record("sleep is not a category")
            return
        }
        #expect(sleep.values.count == 6)
        #expect(sleep.values[1] == "asleepUnspecified")
        #expect(sleep.rawValues["asleep"] == 1)
        #expect(sleep.values[6] == nil)
    }
}
