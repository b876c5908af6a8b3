import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// Synthetic exports have the shape of real ones and any size asked for.
@Suite(.offPool)
struct ExportGeneratorTests {
    private struct Refusal: Error {}

    @Test("An export has as many records as asked for", arguments: [0, 1, 99, 100, 12_345])
    func count(records: Int) {
        let text = text(records: records)
        let lines = text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix(" <Record ") }.count == records)
        let sleep = lines.filter { $0.contains("HKCategoryTypeIdentifierSleepAnalysis") }.count
        #expect(records - sleep == AppleHealthExportGenerator.quantityRecords(in: records))
        #expect(
            text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [")
        )
        #expect(text.hasSuffix("</HealthData>\n"))
    }

    @Test("The same seed gives the same bytes, another seed others")
    func deterministic() {
        #expect(text(records: 500, seed: 3) == text(records: 500, seed: 3))
        #expect(text(records: 500, seed: 3) != text(records: 500, seed: 4))
    }

    @Test("The text comes in pieces of bounded size")
    func pieces() {
        var sizes: [Int] = []
        AppleHealthExportGenerator.write(records: 20_000) { sizes.append($0.count) }
        #expect(sizes.count > 50)
        #expect(sizes.allSatisfy { $0 < 66 << 10 })
    }

    @Test("An error of the output ends the writing")
    func refusal() {
        var calls = 0
        #expect(throws: Refusal.self) {
            try AppleHealthExportGenerator.write(records: 20_000) { _ in
                calls += 1
                if calls == 3 { throw Refusal() }
            }
        }
        #expect(calls == 3)
    }

    @Test("A record reads as a phone prints it")
    func record() {
        let lines = text(records: 100).split(separator: "\n")
        let first = lines.first { $0.hasPrefix(" <Record ") } ?? ""
        let names = first.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated().compactMap { $0.offset % 2 == 0 ? String($0.element) : nil }
        #expect(
            names == [
                " <Record type=", " sourceName=", " sourceVersion=", " device=", " unit=",
                " creationDate=", " startDate=", " endDate=", " value=", "/>",
            ]
        )
        #expect(first.contains("type=\"HKQuantityTypeIdentifierStepCount\""))
        #expect(first.contains("device=\"&lt;&lt;HKDevice: 0x28"))
        #expect(first.contains("startDate=\"2016-01-01 01:0"))
    }

    @Test("However many records there are, none is of the future", arguments: [1, 2, 3])
    func past(seed: UInt64) throws {
        let (longest, written) = (4_500_000, 20_000)
        var writer = ExportWriter(seed: seed, longestBlock: longest)
        for index in 0..<written { writer.write(.activeEnergy, index) }
        let text = String(decoding: writer.text.take(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let first = try seconds("startDate", try #require(lines.first))
        let last = try seconds("endDate", try #require(lines.last))
        // The whole block at the pace of its beginning, which is that of chance.
        let end = first + (last - first) * Double(longest) / Double(written)
        #expect(try end < seconds("x", #"x="2026-06-01 00:00:00 +0100""#))
    }

    /// The time of an attribute, in seconds since 1970.
    private func seconds(_ name: String, _ line: some StringProtocol) throws -> Double {
        let rest = try #require(String(line).components(separatedBy: name + "=\"").last)
        let parts = rest.prefix { $0 != "\"" }.split(separator: " ")
        let zone = parts[2].prefix(3) + ":" + parts[2].suffix(2)
        let time = try #require(RFC3339.parse("\(parts[0])T\(parts[1])\(zone)"))
        return Double(time.instant.microseconds) / 1e6
    }

    private func text(records: Int, seed: UInt64 = 1) -> String {
        var bytes: [UInt8] = []
        AppleHealthExportGenerator.write(records: records, seed: seed) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
