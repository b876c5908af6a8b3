import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Exports are found in archives and folders by what they hold.
@Suite(.offPool)
struct ArchiveTests {
    private let export = Array(ExportText.export([ExportText.record()]).utf8)
    private let clinical = Array("<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:x\"/>".utf8)

    @Test(
        "The export is found under any name",
        arguments: [
            "apple_health_export/export.xml", "Export.xml", "apple_health_export/导出.xml",
            "exportar.xml", "a/b/c/data.bin", "../../../etc/passwd", "/absolute.xml", "",
        ]
    )
    func anyName(name: String) throws {
        var zip = ZipWriter()
        zip.add("apple_health_export/", [])
        zip.add("apple_health_export/export_cda.xml", clinical)
        zip.add("apple_health_export/empty.xml", [])
        zip.add("apple_health_export/electrocardiograms/ecg.csv", Array("Name,x\n".utf8))
        zip.add(name, export)
        let reading = try read(zip.archive)
        #expect(reading.error == nil)
        #expect(reading.records.count == 1)
    }

    @Test("Of several exports the largest is read, and the others are told")
    func several() throws {
        let larger = Array(ExportText.export([ExportText.record(), ExportText.record()]).utf8)
        var zip = ZipWriter()
        zip.add("export.xml", export)
        zip.add("export.xml", larger)
        zip.add("copy.xml", larger)
        let reading = try read(zip.archive)
        #expect(reading.records.count == 2)
        #expect(reading.report?.otherExports.sorted() == ["copy.xml", "export.xml"])
    }

    @Test("Real archives are read, whatever else is in them")
    func realArchives() {
        for name in ["x4-4-zip-slip.zip", "x4-5-original.zip"] {
            let reading = Reading(path: Fixture.path("zip-adversarial/" + name))
            #expect(reading.error == nil)
            #expect(reading.report?.locale == "en_US")
            #expect(reading.report?.exportDate?.offsetInMinutes == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/zip-slip-escape.txt"))
    }

    @Test("Broken XML in an archive is told with its place")
    func brokenXML() {
        let reading = Reading(path: Fixture.path("zip-adversarial/x4-7-broken-xml.zip"))
        guard case .truncated(let place)? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
        #expect(place == TextPosition(line: 1, byte: 171))
    }

    @Test("An archive without an export says so")
    func noExport() throws {
        var zip = ZipWriter()
        zip.add("notes.txt", Array("hello".utf8))
        zip.add("export.xml", [])
        guard case .noExportFound? = try read(zip.archive).importError else {
            Issue.record("not refused")
            return
        }
        guard case .noExportFound? = try read(ZipWriter().archive).importError else {
            Issue.record("an empty archive was not refused")
            return
        }
    }

    @Test("An archive with only the clinical document names it")
    func onlyClinical() throws {
        var zip = ZipWriter()
        zip.add("apple_health_export/export_cda.xml", clinical)
        guard case .clinicalDocument? = try read(zip.archive).importError else {
            Issue.record("not refused")
            return
        }
    }

    @Test("An encrypted archive is called encrypted")
    func encrypted() throws {
        var zip = ZipWriter()
        zip.add("export_cda.xml", clinical)
        zip.add("export.xml", export, flags: 1)
        let error = try read(zip.archive).importError
        guard case .encrypted(_, "export.xml")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A wrong checksum is found, after the records have been passed on")
    func checksum() throws {
        let long = Array(ExportText.export(Array(repeating: ExportText.record(), count: 500)).utf8)
        var zip = ZipWriter()
        zip.add("export.xml", long, checksum: 1)
        let reading = try read(zip.archive)
        #expect(reading.records.count > 400)
        guard case .corruptArchive? = reading.importError else {
            Issue.record("\(String(describing: reading.error))")
            return
        }
    }

    @Test("Cut and overwritten archives are errors, not crashes")
    func damaged() throws {
        var zip = ZipWriter()
        zip.add("export.xml", export)
        let whole = zip.archive
        for length in 4..<whole.count {
            #expect(try read(Array(whole[..<length])).importError != nil, "\(length)")
        }
        let seed: UInt64 = 47
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 4..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let reading = try read(bytes)
            #expect(reading.error == nil || reading.importError != nil, "seed \(seed)")
        }
    }

    @Test("Too many entries are refused")
    func entries() throws {
        var zip = ZipWriter()
        for number in 0..<5 { zip.add("\(number).xml", export) }
        let limits = ReaderLimits(archiveEntries: 4)
        guard case .corruptArchive? = try read(zip.archive, limits: limits).importError else {
            Issue.record("not refused")
            return
        }
    }

    @Test("The unpacked folder is read, from outside and from inside")
    func folder() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(export, as: "apple_health_export/Export.xml")
        _ = try folder.write(clinical, as: "apple_health_export/export_cda.xml")
        _ = try folder.write([0, 1, 2], as: "apple_health_export/broken.xml")
        withExtendedLifetime(folder) {
            for path in [folder.path, folder.path + "/apple_health_export"] {
                #expect(Reading(path: path).records.count == 1)
            }
        }
        let empty = try TemporaryFolder()
        let refusal = withExtendedLifetime(empty) { Reading(path: empty.path).importError }
        guard case .noExportFound? = refusal else {
            Issue.record("an empty folder was not refused")
            return
        }
        #expect(Reading(path: Fixture.path("ios12-zip")).records.count == 3)
    }

    private func read(
        _ archive: [UInt8],
        limits: ReaderLimits = .standard
    ) throws -> Reading {
        try Reading(bytes: archive, limits: limits)
    }
}
