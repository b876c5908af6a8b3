import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Document type declarations are stepped over, however broken, and never acted on.
@Suite(.offPool)
struct DoctypeTests {
    /// Declarations that real versions have got wrong, and some that mean harm.
    static let declarations: [(name: String, text: String)] = [
        (
            "version 12, ATTLIST not closed and stray lines",
            """
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 12 -->
            <!ELEMENT HealthData (ExportDate,Me,(Record|VisionPrescription)*)>
            <!ELEMENT VisionPrescription ((RightEye|LeftEye|MetadataEntry)*)>
            <!ATTLIST VisionPrescription
              type  CDATA #REQUIRED
              brand CDATA #IMPLIED
            <!ELEMENT RightEye EMPTY>
            <!ELEMENT LeftEye EMPTY>
              device CDATA #IMPLIED
            <!ELEMENT MetadataEntry EMPTY>
            <!ATTLIST MetadataEntry
              key   CDATA #REQUIRED
              value CDATA #REQUIRED
            >>
            ]>

            """
        ),
        (
            "version 13, one > missing at the end",
            "<!DOCTYPE HealthData [\n<!ELEMENT Me EMPTY>\n<!ATTLIST Me a CDATA #IMPLIED\n]\n"
        ),
        ("version 13, one > too many", "<!DOCTYPE HealthData [\n<!ELEMENT Me EMPTY>>\n]>>\n"),
        ("an apostrophe in a comment", "<!DOCTYPE HealthData [<!-- don't \" -->]>"),
        ("no internal subset", "<!DOCTYPE HealthData>"),
        ("an external subset", "<!DOCTYPE HealthData SYSTEM \"file:///etc/passwd\">"),
        (
            "a public one",
            "<!DOCTYPE HealthData PUBLIC \"-//X//Y\" \"http://127.0.0.1:9/x.dtd\" [ ] >"
        ),
        ("a root element in a comment", "<!DOCTYPE HealthData [<!-- <HealthData> ]> -->]>"),
        (
            "a root element in an entity",
            "<!DOCTYPE HealthData [<!ENTITY a \"]><HealthData locale='x'>\">]>"
        ),
        ("a parameter entity", "<!DOCTYPE HealthData [<!ENTITY % p SYSTEM \"file:///x\"> %p; ]>"),
        ("an instruction with markup", "<?x <HealthData> ?><!DOCTYPE HealthData []>"),
    ]

    @Test("Nothing but the declaration is skipped", arguments: declarations.indices)
    func skipped(index: Int) throws {
        let declaration = Self.declarations[index]
        let text = ExportText.export([ExportText.record()], before: declaration.text)
        for chunkBytes in [64, 100, 4096] {
            let reading = try Reading(text: text, limits: ReaderLimits(chunkBytes: chunkBytes))
            #expect(reading.error == nil, "\(declaration.name)")
            #expect(reading.records.count == 1, "\(declaration.name)")
            #expect(reading.report?.locale == "en_US", "\(declaration.name)")
            #expect(reading.report?.repairs.skippedDoctypes == 1, "\(declaration.name)")
        }
    }

    @Test("A declared entity is unknown afterwards, so nothing can be expanded")
    func billionLaughs() throws {
        var declaration = "<!DOCTYPE HealthData [<!ENTITY l0 \"lol\">"
        for level in 1...9 {
            let references = String(repeating: "&l\(level - 1);", count: 10)
            declaration += "<!ENTITY l\(level) \"\(references)\">"
        }
        let text = ExportText.export(
            [ExportText.record(), ExportText.record(["sourceName": "&l9;"])],
            before: declaration + "]>\n"
        )
        let reading = try Reading(text: text)
        #expect(reading.records.count == 1)
        guard case .malformed(let place, _)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(place.line == 4)
    }

    @Test("A file named by an entity is not read")
    func externalEntity() throws {
        let folder = try TemporaryFolder()
        let secret = try folder.write(Array("secret".utf8), as: "secret.txt")
        let declaration = "<!DOCTYPE HealthData [<!ENTITY x SYSTEM \"file://\(secret)\">]>"
        let entry = "<MetadataEntry key=\"k\" value=\"v\"/>&x;"
        let text = ExportText.export([ExportText.record([:], entry)], before: declaration)
        let reading = try withExtendedLifetime(folder) { try Reading(text: text) }
        #expect(reading.records.isEmpty)
        #expect(reading.importError != nil)
    }

    @Test("Predefined entities and character references mean what they say")
    func plainReferences() throws {
        let name = "Tom &amp; &lt;Jerry&gt; &quot;&apos; &#233;&#x1F600; &#38;#65; &amp;amp;"
        let reading = try Reading(
            text: ExportText.export([ExportText.record(["sourceName": name])])
        )
        #expect(reading.drafts.first?.source?.name == "Tom & <Jerry> \"' é😀 &#65; &amp;")
    }

    @Test("Lines and bytes of errors count the declaration")
    func positions() throws {
        let before = Self.declarations[0].text
        let good = ExportText.export([ExportText.record()], before: before)
        let cut = good.replacingOccurrences(of: "</HealthData>\n", with: "<Record <\n</HealthData>")
        let reading = try Reading(text: cut, limits: ReaderLimits(chunkBytes: 64))
        guard case .malformed(let place, _)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        let lines = cut.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(place.line == lines.count - 1)
        #expect(place.byte == Int64(cut.utf8.count - "<\n</HealthData>".utf8.count))
    }

    @Test("The root element must begin within the limit")
    func longProlog() throws {
        let comment = "<!--" + String(repeating: " ", count: 5000) + "-->"
        let text = ExportText.export([ExportText.record()], before: comment)
        let short = try Reading(text: text, limits: ReaderLimits(prologBytes: 4000))
        guard case .notXML? = short.importError else {
            Issue.record("\(String(describing: short.error))")
            return
        }
        #expect(try Reading(text: text, limits: ReaderLimits(prologBytes: 6000)).records.count == 1)
    }
}
