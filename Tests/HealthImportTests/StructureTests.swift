import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Damaged, hostile and odd texts give what they hold, and then an error with a place.
@Suite(.offPool)
struct StructureTests {
    private let two = [ExportText.record(["value": "1"]), ExportText.record(["value": "2"])]

    @Test("Of a text that breaks off, everything before the break is passed on")
    func truncated() throws {
        let whole = Array(ExportText.export(two).utf8)
        let full = try Reading(bytes: whole).records.map(\.draft)
        #expect(full.count == 2)
        for length in 20..<(whole.count - 2) {
            let reading = try Reading(bytes: Array(whole[..<length]))
            #expect(reading.drafts == Array(full.prefix(reading.records.count)))
            guard case .truncated(let place)? = reading.importError else {
                Issue.record("\(length): \(String(describing: reading.error))")
                continue
            }
            #expect(place.byte == Int64(length))
        }
    }

    @Test("After broken markup nothing more is passed on, and the place is told")
    func broken() throws {
        let text = ExportText.export([two[0], "<Record type=>", two[1]])
        let reading = try Reading(text: text)
        #expect(reading.values == [1])
        guard case .malformed(let place, let reason)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(place.line == 3)
        #expect(!reason.isEmpty)
        #expect(reading.importError?.description.contains("line 3") == true)
    }

    @Test(
        "What is no XML is refused",
        arguments: ["hello", "{\"a\":1}", "<", "<!x>", "<1>", "\u{7F}PK"]
    )
    func noXML(text: String) throws {
        guard case .notXML? = try Reading(text: text).importError else {
            Issue.record("not refused")
            return
        }
    }

    @Test("An empty file is called empty", arguments: ["", " \n\t ", "\u{0}\u{0}\u{0}"])
    func empty(text: String) throws {
        guard case .empty? = try Reading(text: text).importError else {
            Issue.record("not refused")
            return
        }
    }

    @Test("Missing files and things that are no files are refused at once")
    func noFile() throws {
        for path in ["/nonexistent/export.xml", "/dev/zero"] {
            guard case .unreadable(path, _)? = Reading(path: path).importError else {
                Issue.record("\(path) was not refused")
                continue
            }
        }
    }

    @Test("An export without records is an export")
    func noRecords() throws {
        for text in ["<HealthData/>", "<HealthData></HealthData>", "<HealthData locale='de'/>\n\n"]
        {
            let reading = try Reading(text: text)
            #expect(reading.error == nil)
            #expect(reading.report?.sampleCount == 0)
        }
    }

    @Test("Elements inside each other beyond the limit end the reading")
    func deep() throws {
        let text = ExportText.export([two[0], String(repeating: "<a>", count: 100_000)])
        let reading = try Reading(text: text)
        #expect(reading.records.count == 1)
        guard case .limitExceeded(let place, _)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(place.line == 3)
    }

    @Test("A long attribute costs its record, a gigantic one the rest of the text")
    func longAttributes() throws {
        let long = String(repeating: "x", count: 70 << 10)
        let skipped = try Reading(
            text: ExportText.export([ExportText.record(["device": long]), two[0]])
        )
        #expect(skipped.records.count == 1)
        #expect(skipped.skipCounts == [.oversizedAttribute: 1])
        let gigantic = String(repeating: "x", count: 12 << 20)
        let ended = try Reading(
            text: ExportText.export([two[0], ExportText.record(["device": gigantic]), two[1]])
        )
        #expect(ended.values == [1])
        guard case .malformed(let place, _)? = ended.importError else {
            Issue.record("\(String(describing: ended.error))")
            return
        }
        #expect(place.line == 3)
    }

    @Test("A text longer than the limit ends there")
    func totalBytes() throws {
        let text = ExportText.export(Array(repeating: two[0], count: 100))
        let limits = ReaderLimits(chunkBytes: 256, totalBytes: 2000)
        let reading = try Reading(text: text, limits: limits)
        #expect((1..<20).contains(reading.records.count))
        guard case .limitExceeded? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
    }

    @Test("What follows the export is an error, and a second export too")
    func trailing() throws {
        let export = ExportText.export(two)
        for text in [export + "x", export + export, export + "<!DOCTYPE x>"] {
            let reading = try Reading(text: text)
            #expect(reading.records.count == 2)
            guard case .malformed? = reading.importError else {
                Issue.record("\(String(describing: reading.error))")
                continue
            }
        }
        #expect(try Reading(text: export + "\n<!-- end -->\u{0}\n").error == nil)
    }

    @Test("Records count only where records stand")
    func misplaced() throws {
        let inner = ExportText.record(["value": "7"])
        let text = ExportText.export([
            two[0], "<Correlation type=\"x\">\(inner)\(inner)</Correlation>",
            "<Workout>\(inner)</Workout>", ExportText.record(["value": "3"], inner), two[1],
        ])
        let reading = try Reading(text: text)
        #expect(reading.error == nil)
        #expect(reading.values == [1, 2])
        // Correlation and workout are skipped, too: the one has no dates, the other no activity.
        #expect(reading.skipCounts == [.misplaced: 2, .missingDate: 1, .missingType: 1])
    }

    @Test("The size of the pieces changes nothing")
    func pieces() {
        let path = Fixture.path("ios12-fr-hrv-list.xml")
        let whole = Reading(path: path)
        for chunkBytes in [64, 65, 97, 1000, 1 << 20] {
            let reading = Reading(path: path, limits: ReaderLimits(chunkBytes: chunkBytes))
            #expect(reading.drafts == whole.drafts)
            #expect(reading.report == whole.report)
        }
    }

    @Test("The oldest form of export is read")
    func oldForm() throws {
        let record = ExportText.record([
            "sourceName": nil, "source": "Phone", "startDate": "20140104084300-0800",
            "endDate": "20140104094300-0800", "recordCount": "4",
        ])
        let draft = try #require(try Reading(text: ExportText.export([record])).drafts.first)
        #expect(draft.source?.name == "Phone")
        #expect(draft.start.instant == RFC3339.parse("2014-01-04T16:43:00Z")?.instant)
    }
}
