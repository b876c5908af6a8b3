import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Characters that XML forbids are replaced; all others are kept.
@Suite(.offPool)
struct CharacterTests {
    @Test(
        "A forbidden character becomes a blank",
        arguments: [
            "\u{0B}", "\u{01}", "\u{00}", "\u{1F}", "&#11;", "&#x0B;", "&#x0b;", "&#0011;", "&#xB;",
            "&#1;", "&#x0;", "&#xFFFF;", "&#xD800;", "&#x110000;", "&#xFFFFFFFF;", "&#999999999;",
        ]
    )
    func replaced(character: String) throws {
        let record = ExportText.record(["sourceName": "Left\(character)Right"])
        let reading = try Reading(text: ExportText.export([record]))
        #expect(reading.error == nil)
        let name = try #require(reading.drafts.first?.source?.name)
        #expect(name.split(whereSeparator: \.isWhitespace) == ["Left", "Right"])
        #expect(name.count == 10)
        #expect(reading.report?.repairs.controlCharacters == 1)
        #expect(reading.drafts.first?.source?.bundleIdentifier.hasSuffix(".left-right") == true)
    }

    @Test("Forbidden characters are found wherever a piece ends")
    func acrossPieces() throws {
        for padding in 0..<80 {
            let name = String(repeating: "a", count: padding) + "&#x0B;b\u{0B}&#11;c&#233;"
            let text = ExportText.export([ExportText.record(["sourceName": name])])
            let reading = try Reading(text: text, limits: ReaderLimits(chunkBytes: 64))
            let expected = String(repeating: "a", count: padding) + " b  cé"
            #expect(reading.drafts.first?.source?.name == expected, "padding \(padding)")
            #expect(reading.report?.repairs.controlCharacters == 3, "padding \(padding)")
        }
    }

    @Test(
        "Other characters are kept",
        arguments: ["\u{A0}", "’", "é", "😀", "健康", "\u{85}", "&#160;"]
    )
    func kept(character: String) throws {
        let record = ExportText.record(["sourceName": "Left\(character)Right"])
        let reading = try Reading(text: ExportText.export([record]))
        let plain = character == "&#160;" ? "\u{A0}" : character
        #expect(reading.drafts.first?.source?.name == "Left\(plain)Right")
        #expect(reading.report?.repairs.controlCharacters == 0)
    }

    @Test("One source under a no-break space and a plain one is one source")
    func noBreakSpace() throws {
        let records = ["Apple\u{A0}Watch", "Apple Watch"].map { name in
            let device = "&lt;&lt;HKDevice: 0x1&gt;, name:\(name), model:Watch&gt;"
            return ExportText.record(["sourceName": name, "device": device])
        }
        let drafts = try Reading(text: ExportText.export(records)).drafts
        #expect(drafts.map(\.source?.name) == ["Apple\u{A0}Watch", "Apple Watch"])
        #expect(drafts.count == 2)
        #expect(Set(drafts.map(\.source?.bundleIdentifier)).count == 1)
        #expect(Set(drafts.map(\.device)).count == 1)
    }

    @Test("A byte order mark and a declared encoding change nothing")
    func marks() throws {
        let export = ExportText.export([ExportText.record(["sourceName": "é"])])
        for declared in ["UTF-8", "ISO-8859-1", "UTF-16", "nonsense"] {
            let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n" + export
            let reading = try Reading(text: text)
            #expect(reading.drafts.first?.source?.name == "é", "\(declared)")
        }
    }

    @Test("Bytes that are not UTF-8 are an error with a place")
    func latin1() throws {
        let text = ExportText.export([
            ExportText.record(), ExportText.record(["sourceName": "caf~"]),
        ])
        let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 }
        let reading = try Reading(bytes: bytes)
        #expect(reading.records.count == 1)
        guard case .malformed(let place, _)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(place.line == 3)
    }

    @Test(
        "UTF-16 and UTF-32 are refused by name",
        arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []] as [[UInt8]]
    )
    func wideEncodings(mark: [UInt8]) throws {
        let text = ExportText.export([ExportText.record()])
        let isBigEndian = mark == [0xFE, 0xFF]
        let wide = text.utf16.flatMap { unit -> [UInt8] in
            let low = UInt8(unit & 255)
            return isBigEndian ? [0, low] : [low, 0]
        }
        guard case .unsupportedEncoding? = try Reading(bytes: mark + wide).importError else {
            Issue.record("not refused")
            return
        }
    }
}
