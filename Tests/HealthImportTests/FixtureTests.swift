import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Real exports are read exactly as an independent count of them says.
@Suite(.offPool)
struct FixtureTests {
    @Test("Every sample is counted by type, source and unit", arguments: FixtureFacts.all)
    func counts(facts: FixtureFacts) throws {
        let reading = Reading(path: Fixture.path(facts.file))
        #expect(reading.error == nil)
        var counts: [[String]: Int] = [:]
        for draft in reading.drafts {
            let unit = draft.quantity?.unit ?? ""
            counts[[shortName(draft.type), draft.source?.name ?? "", unit], default: 0] += 1
        }
        let found = counts.map { FixtureFacts.Count($0.key[0], $0.key[1], $0.key[2], $0.value) }
        #expect(Set(found) == Set(facts.counts))
    }

    @Test("Sums by printed day, type and source are exact", arguments: FixtureFacts.all)
    func sums(facts: FixtureFacts) throws {
        let reading = Reading(path: Fixture.path(facts.file))
        let cumulative = Set(facts.sums.map(\.type))
        var found: [[String]: (samples: Int, sum: Double)] = [:]
        for record in reading.records where cumulative.contains(shortName(record.draft.type)) {
            let key = [
                shortName(record.draft.type), printedDay(record), record.draft.source?.name ?? "",
            ]
            found[key, default: (0, 0)].samples += 1
            found[key, default: (0, 0)].sum += record.draft.quantity?.value ?? .nan
        }
        #expect(found.count == facts.sums.count)
        for row in facts.sums {
            let day = found[[row.type, row.day, row.source]]
            #expect(day?.samples == row.samples, "\(row)")
            #expect(abs((day?.sum ?? .nan) - row.sum) < 1e-9, "\(row)")
        }
    }

    @Test("The report tells what was read, skipped and mended", arguments: FixtureFacts.all)
    func report(facts: FixtureFacts) throws {
        let reading = Reading(path: Fixture.path(facts.file))
        let report = try #require(reading.report)
        #expect(report.notImported == facts.notImported)
        var skips: [SkipReason: Int] = [:]
        skips[.notImported] = facts.notImported.values.reduce(0, +)
        skips[.workoutStatistics] = facts.workoutStatistics
        #expect(reading.skipCounts == skips.filter { $0.value > 0 })
        #expect(report.sampleCount == facts.counts.reduce(0) { $0 + $1.count })
        #expect(report.locale == facts.locale)
        #expect(report.exportDate == exportTime(facts.exportDate))
        #expect(report.repairs == ImportReport.Repairs(skippedDoctypes: facts.hasDoctype ? 1 : 0))
    }

    @Test(
        "Each type's summary spans its samples and counts their units",
        arguments: FixtureFacts.all
    )
    func summaries(facts: FixtureFacts) throws {
        let reading = Reading(path: Fixture.path(facts.file))
        let report = try #require(reading.report)
        let groups = Dictionary(grouping: reading.drafts, by: \.type)
        #expect(Set(report.types.keys) == Set(groups.keys))
        for (type, drafts) in groups {
            let summary = try #require(report.types[type])
            #expect(summary.count == drafts.count)
            #expect(summary.first == drafts.map(\.start.instant).min())
            #expect(summary.last == drafts.map(\.end.instant).max())
            #expect(summary.units == units(of: drafts))
        }
    }

    @Test(
        "No time carries the printed offset, and no sample an identifier",
        arguments: FixtureFacts.all
    )
    func offsets(facts: FixtureFacts) {
        for draft in Reading(path: Fixture.path(facts.file)).drafts {
            #expect(draft.uuid == nil)
            #expect(draft.start.offsetInMinutes == nil)
            #expect(draft.end.offsetInMinutes == nil)
            #expect(draft.created?.offsetInMinutes == nil)
        }
    }

    @Test("A record of a real phone has all of its parts")
    func realRecord() throws {
        let reading = Reading(path: Fixture.path("ios11-iphone-14days.xml"))
        let draft = try #require(reading.drafts.first { $0.type.hasSuffix("StepCount") })
        #expect(draft.quantity == QuantityDraft(value: 47, unit: "count"))
        #expect(draft.start.instant == RFC3339.parse("2018-03-05T10:46:35-04:00")?.instant)
        #expect(draft.end.instant == RFC3339.parse("2018-03-05T10:53:08-04:00")?.instant)
        #expect(draft.created?.instant == RFC3339.parse("2018-03-05T11:22:05-04:00")?.instant)
        #expect(
            draft.device
                == Device(
                    name: "iPhone",
                    manufacturer: "Apple",
                    model: "iPhone",
                    hardwareVersion: "iPhone7,2",
                    softwareVersion: "11.2.6"
                )
        )
        #expect(
            draft.source
                == SourceRevision(
                    bundleIdentifier: "com.apple.health.export.iphone",
                    name: "iphone",
                    version: "11.2.6",
                    productType: "iPhone7,2"
                )
        )
    }

    @Test("Memory addresses that differ do not make different devices")
    func oneDevice() {
        let drafts = Reading(path: Fixture.path("ios11-iphone-14days.xml")).drafts
        let phone = drafts.filter { $0.source?.name == "iphone" }
        #expect(Set(phone.map(\.device?.name)) == ["iPhone"])
        let identities = phone.compactMap { draft in
            draft.source.map { SourceIdentity(revision: $0, device: draft.device) }
        }
        #expect(Set(identities).count == 1)
    }

    @Test("Metadata keep their keys and text, and typed-in samples are marked")
    func metadata() throws {
        let drafts = Reading(path: Fixture.path("ios12-inline-route.xml")).drafts
        let withings = try #require(drafts.first)
        #expect(withings.metadata["HKWasUserEntered"] == .boolean(false))
        #expect(withings.metadata["Modified Date"] == .string("2016-04-18 15:56:05 +0000"))
        let link = "withings-bd2://timeline/measure?userid=12345&date=482685932&type=1"
        #expect(withings.metadata["Withings Link"] == .string(link))
        let russian = Reading(path: Fixture.path("ru-attribute-order.xml")).drafts
        #expect(russian.last?.metadata == ["HKWasUserEntered": .boolean(true)])
        #expect(russian.first?.metadata["Original Source"] == .string("MyWatch"))
    }

    @Test("The clinical document beside an export is refused by name")
    func clinicalDocument() {
        let path = Fixture.path("export_cda-2016-water-weight.xml")
        #expect(Reading(path: path).importError == .clinicalDocument(path: path))
        #expect(Reading(path: path).importError?.description.contains("export.xml") == true)
    }

    @Test(
        "Files that are no exports are refused",
        arguments: [
            "healthkit-export-v11.dtd",
            "ios12-zip/apple_health_export/workout-routes/route_2019-06-11_3.00pm.gpx",
            "ios9-sample-expected/StepCount.csv",
        ]
    )
    func others(name: String) {
        let path = Fixture.path(name)
        let refusals: [ImportError] = [.notXML(path: path), .notAnExport(path: path, root: "gpx")]
        #expect(Reading(path: path).importError.map(refusals.contains) == true)
    }

    private func shortName(_ type: String) -> String {
        let name = type.split(separator: "Identifier").last.map(String.init) ?? type
        return type == "HKWorkoutTypeIdentifier" ? "Workout" : name
    }

    private func units(of drafts: [SampleDraft]) -> [String: Int] {
        Dictionary(grouping: drafts.compactMap { $0.quantity?.unit }) { $0 }.mapValues(\.count)
    }

    private func printedDay(_ record: ReadRecord) -> String {
        let start = ZonedInstant(
            record.draft.start.instant,
            offsetInMinutes: record.printedOffsetInMinutes
        )
        return String(RFC3339.format(start).prefix(10))
    }

    private func exportTime(_ text: String) -> ZonedInstant? {
        Array(text.utf8).withUnsafeBufferPointer { ExportTime.parse($0) }
    }
}
