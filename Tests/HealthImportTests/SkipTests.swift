import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// What cannot become a sample is counted under its reason, with a few examples.
@Suite(.offPool)
struct SkipTests {
    @Test(
        "Each defect has its reason",
        arguments: [
            ("type", nil, .missingType), ("type", "", .missingType),
            ("type", "HKDataTypeSleepDurationGoal", .notImported),
            ("unit", nil, .missingUnit), ("unit", "", .missingUnit),
            ("value", nil, .missingValue), ("value", "", .missingValue),
            ("value", "1,5", .malformedValue), ("value", "many", .malformedValue),
            ("value", "nan", .malformedValue),
            ("startDate", nil, .missingDate), ("endDate", "", .missingDate),
            ("startDate", "yesterday", .malformedDate),
            ("endDate", "2024-02-30 08:00:00 +0000", .malformedDate),
        ] as [(String, String?, SkipReason)]
    )
    func reason(attribute: String, value: String?, reason: SkipReason) throws {
        let text = ExportText.export([ExportText.record([attribute: value]), ExportText.record()])
        let reading = try Reading(text: text)
        #expect(reading.records.count == 1)
        #expect(reading.skipCounts == [reason: 1])
        let example = try #require(reading.report?.skipped[reason]?.examples.first)
        #expect(example.line == 2)
        #expect(!example.detail.isEmpty)
    }

    @Test("Examples are few and say what was found; the count is whole")
    func examples() throws {
        let records = (0..<20).map { ExportText.record(["value": "x\($0)"]) }
        let skip = try Reading(text: ExportText.export(records)).report?.skipped[.malformedValue]
        #expect(skip?.count == 20)
        #expect(skip?.examples.map(\.line) == [2, 3, 4, 5, 6])
        #expect(skip?.examples.last?.detail == "HKQuantityTypeIdentifierStepCount value \"x4\"")
    }

    @Test("Examples are cut to a line")
    func longExamples() throws {
        let record = ExportText.record(["value": String(repeating: "9x", count: 5000)])
        let skip = try Reading(text: ExportText.export([record])).report?.skipped[.malformedValue]
        #expect(skip?.examples.first.map { $0.detail.count <= 200 } == true)
    }

    @Test("Too much metadata costs the record, and only it")
    func metadata() throws {
        let entries = (0..<5).map { "<MetadataEntry key=\"k\($0)\" value=\"v\"/>" }.joined()
        let text = ExportText.export([ExportText.record([:], entries), ExportText.record()])
        let strict = try Reading(text: text, limits: ReaderLimits(metadataEntries: 4))
        #expect(strict.records.count == 1)
        #expect(strict.skipCounts == [.tooMuchMetadata: 1])
        let loose = try Reading(text: text, limits: ReaderLimits(metadataEntries: 5))
        #expect(loose.drafts.first?.metadata.count == 5)
        let short = try Reading(text: text, limits: ReaderLimits(metadataBytes: 14))
        #expect(short.skipCounts == [.tooMuchMetadata: 1])
    }

    @Test("Of a repeated metadata key the last value counts, and the repeat is told")
    func repeatedKey() throws {
        let entries = ["1", "2", "3"].map { "<MetadataEntry key=\"k\" value=\"\($0)\"/>" }.joined()
        let reading = try Reading(text: ExportText.export([ExportText.record([:], entries)]))
        #expect(reading.drafts.first?.metadata == ["k": .string("3")])
        #expect(reading.report?.repairs.repeatedMetadataKeys == 2)
    }

    @Test("Metadata of other elements do not end up on records")
    func foreignMetadata() throws {
        let entry = "<MetadataEntry key=\"k\" value=\"v\"/>"
        let text = ExportText.export([
            "<Workout>\(entry)</Workout>", entry,
            ExportText.record(
                [:],
                "<HeartRateVariabilityMetadataList>\(entry)</HeartRateVariabilityMetadataList>"
            ),
            "<MetadataEntry key=\"k\"/>",
        ])
        let reading = try Reading(text: text)
        #expect(reading.drafts.map(\.metadata) == [[:]])
    }

    @Test("Whether a sample was typed in is a truth value; other text stays text")
    func userEntered() throws {
        let records = ["1", "0", "maybe"].map {
            ExportText.record([:], "<MetadataEntry key=\"HKWasUserEntered\" value=\"\($0)\"/>")
        }
        let values = try Reading(text: ExportText.export(records)).drafts
            .map { $0.metadata["HKWasUserEntered"] }
        #expect(values == [.boolean(true), .boolean(false), .string("maybe")])
    }

    @Test("The zone of a record stays in its metadata, and its times carry no offset")
    func zone() throws {
        let entry = "<MetadataEntry key=\"HKTimeZone\" value=\"America/New_York\"/>"
        let record = ExportText.record(["startDate": "2024-01-01 03:00:00 -0500"], entry)
        let reading = try Reading(text: ExportText.export([record]))
        let draft = try #require(reading.drafts.first)
        #expect(draft.metadata == ["HKTimeZone": .string("America/New_York")])
        #expect(draft.start == ZonedInstant(Instant(seconds: 1_704_096_000), offsetInMinutes: nil))
        #expect(reading.records.first?.printedOffsetInMinutes == -300)
    }

    @Test("Unreadable devices and creation dates are dropped and counted")
    func dropped() throws {
        let record = ExportText.record(["device": "a phone", "creationDate": "today"])
        let reading = try Reading(text: ExportText.export([record]))
        #expect(reading.drafts.first?.device == nil)
        #expect(reading.drafts.first?.created == nil)
        #expect(reading.report?.repairs.unreadableDevices == 1)
        #expect(reading.report?.repairs.unreadableCreationDates == 1)
    }

    @Test("A record without a source's name is kept")
    func nameless() throws {
        let reading = try Reading(text: ExportText.export([ExportText.record(["sourceName": nil])]))
        let source = try #require(reading.drafts.first?.source)
        #expect(source.name == nil)
        #expect(source.bundleIdentifier == "com.apple.health.export")
    }

    @Test("Exact duplicates and backward spans are passed on for the server to judge")
    func passedOn() throws {
        let backward = ExportText.record(["endDate": "2024-01-01 07:00:00 +0000"])
        let text = ExportText.export([ExportText.record(), ExportText.record(), backward])
        let reading = try Reading(text: text)
        #expect(reading.records.count == 3)
        #expect(reading.drafts[0] == reading.drafts[1])
    }

    @Test("Names beyond the limit share one count")
    func distinctNames() throws {
        let types = (0..<10).map { number in
            ExportText.record(["type": "HKQuantityTypeIdentifier\(number)", "unit": "u\(number)"])
        }
        let elements = (0..<10).map { "<Element\($0)/>" }
        let text = ExportText.export(types + elements)
        let reading = try Reading(text: text, limits: ReaderLimits(distinctNames: 3))
        let report = try #require(reading.report)
        #expect(report.types.count == 4)
        #expect(report.types["(others)"]?.count == 7)
        #expect(report.sampleCount == 10)
        #expect(report.notImported["(others)"] == 7)
    }
}
