import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Correlations come with their records, which stand at top level once more.
@Suite(.offPool)
struct CorrelationTests {
    private static let type = "HKCorrelationTypeIdentifierFood"
    private static let device = "&lt;&lt;HKDevice: 0x1&gt;, name:Scale&gt;"
    private static let energy = ExportText.record([
        "type": "HKQuantityTypeIdentifierDietaryEnergyConsumed", "unit": "kcal", "value": "600",
    ])

    private func correlation(
        _ content: String,
        _ changes: [String: String?] = [:]
    ) -> String {
        ExportText.element("Correlation", ["type": Self.type].merging(changes) { $1 }, content)
    }

    private func objects(_ draft: SampleDraft?) -> [SampleDraft]? {
        guard case .correlation(let objects)? = draft?.content else { return nil }
        return objects
    }

    @Test("A correlation holds its records, and both have their own metadata")
    func whole() throws {
        let own = "<MetadataEntry key=\"HKFoodType\" value=\"Lunch\"/>"
        let inner = ExportText.record([:], "<MetadataEntry key=\"k\" value=\"v\"/>")
        let text = ExportText.export([inner, correlation(own + inner + Self.energy + own)])
        let reading = try Reading(text: text)
        #expect(reading.error == nil)
        #expect(reading.skipCounts.isEmpty)
        let draft = try #require(reading.drafts.last)
        #expect(draft.type == Self.type)
        #expect(draft.metadata == ["HKFoodType": .string("Lunch")])
        let objects = try #require(self.objects(draft))
        #expect(objects.count == 2)
        // What is told twice is told in the same words, so that the server sees one sample.
        #expect(objects[0] == reading.drafts[0])
        #expect(objects[0].metadata == ["k": .string("v")])
        #expect(objects[1].quantity == QuantityDraft(value: 600, unit: "kcal"))
    }

    @Test("The blood pressure of an export is a correlation of the records beside it")
    func bloodPressure() throws {
        let reading = Reading(path: Fixture.path("peer-synthetic-correlation-stateofmind.xml"))
        let objects = try #require(self.objects(reading.drafts.last))
        let alone = reading.drafts.filter { $0.type.contains("IdentifierBloodPressure") }.dropLast()
        #expect(objects == Array(alone))
        #expect(objects.map { $0.quantity?.value } == [118, 76])
    }

    @Test("Objects without a device or a creation date do not inherit those of the correlation")
    func noInheritance() throws {
        let created = "2024-01-01 10:00:00 +0000"
        let changes = ["device": Self.device, "creationDate": created]
        let bare = try Reading(text: ExportText.export([correlation(Self.energy, changes)]))
        #expect(bare.drafts.first?.device == nil)
        #expect(bare.drafts.first?.created == nil)
        let full = ExportText.record(changes)
        let known = try Reading(text: ExportText.export([correlation(full, changes)]))
        #expect(known.drafts.first?.device == Device(name: "Scale"))
        #expect(known.drafts.first?.created != nil)
    }

    @Test("A record that cannot be read costs the correlation; what follows is whole")
    func unreadable() throws {
        let broken = ExportText.record(["value": "1,5"])
        let nested = ExportText.record([:], ExportText.record())
        let flooded = ExportText.record(
            [:],
            (0...256).map { "<MetadataEntry key=\"\($0)\" value=\"\"/>" }.joined()
        )
        for content in [Self.energy + broken, nested + Self.energy, flooded, ""] {
            let reading = try Reading(
                text: ExportText.export([correlation(content), correlation(Self.energy)])
            )
            #expect(reading.drafts.count == 1)
            #expect(reading.skipCounts[.incompleteCorrelation] == 1)
            #expect(objects(reading.drafts.first)?.count == 1)
        }
    }

    @Test("More records than the limit cost the correlation, and none of them is kept")
    func bounded() throws {
        let limits = ReaderLimits(correlationObjects: 3)
        for (count, isKept) in [(3, true), (4, false), (5000, false)] {
            let content = String(repeating: Self.energy, count: count)
            let reading = try Reading(
                text: ExportText.export([correlation(content), ExportText.record()]),
                limits: limits
            )
            #expect(reading.drafts.count == (isKept ? 2 : 1))
            #expect(reading.skipCounts == (isKept ? [:] : [.tooManyParts: 1]))
        }
    }

    @Test("Metadata of all records together are bounded")
    func boundedMetadata() throws {
        let entry = "<MetadataEntry key=\"k\" value=\"\(String(repeating: "x", count: 99))\"/>"
        let content = String(repeating: ExportText.record([:], entry), count: 5)
        let text = ExportText.export([correlation(content)])
        let strict = try Reading(text: text, limits: ReaderLimits(metadataBytes: 499))
        #expect(strict.skipCounts == [.tooMuchMetadata: 1])
        #expect(try Reading(text: text, limits: ReaderLimits(metadataBytes: 500)).drafts.count == 1)
    }

    @Test("A correlation without a type or a date is skipped, and its records with it")
    func unreadableItself() throws {
        for (attribute, reason) in [("type", SkipReason.missingType), ("endDate", .missingDate)] {
            let text = ExportText.export([correlation(Self.energy, [attribute: nil])])
            let reading = try Reading(text: text)
            #expect(reading.drafts.isEmpty)
            #expect(reading.skipCounts == [reason: 1])
        }
    }
}
