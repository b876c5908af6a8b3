import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// No text, however damaged, does more than end the reading early.
@Suite(.offPool)
struct FuzzTests {
    static let files = [
        "ios12-fr-hrv-list.xml", "peer-synthetic-correlation-stateofmind.xml",
        "ru-attribute-order.xml", "watchos10-sleep-energy.xml",
    ]

    @Test("Of a cut text the first records are passed on, and the cut is told", arguments: files)
    func truncation(name: String) throws {
        let bytes = try contents(name)
        let whole = try Reading(bytes: bytes).drafts
        let seed: UInt64 = 7_340_033
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let length = Int.random(in: 0..<(bytes.count - 20), using: &random)
            let chunkBytes = Int.random(in: 64...3000, using: &random)
            let limits = ReaderLimits(chunkBytes: chunkBytes)
            let reading = try Reading(bytes: Array(bytes[..<length]), limits: limits)
            #expect(reading.drafts == Array(whole.prefix(reading.records.count)), "seed \(seed)")
            #expect(reading.importError != nil, "seed \(seed), length \(length)")
        }
    }

    @Test("Changed bytes give a report or an error of the reader", arguments: files)
    func flips(name: String) throws {
        let bytes = try contents(name)
        let seed: UInt64 = 1_299_709
        var random = SeededGenerator(seed: seed)
        let marks = Array("<>\"'&;#/![]-\u{0}\u{B}xé".utf8)
        for _ in 0..<150 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                let isMark = Bool.random(using: &random)
                let byte = UInt8.random(in: 0...255, using: &random)
                changed[place] = isMark ? marks[Int(byte) % marks.count] : byte
            }
            let chunkBytes = Int.random(in: 64...3000, using: &random)
            let reading = try Reading(bytes: changed, limits: ReaderLimits(chunkBytes: chunkBytes))
            #expect(reading.report != nil || reading.importError != nil, "seed \(seed)")
            #expect(reading.records.count <= 20, "seed \(seed)")
        }
    }

    @Test("Moved and doubled stretches give a report or an error of the reader", arguments: files)
    func splices(name: String) throws {
        let bytes = try contents(name)
        let seed: UInt64 = 15_485_863
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let from = Int.random(in: 0..<bytes.count, using: &random)
            let length = Int.random(in: 0...(bytes.count - from), using: &random)
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let changed = bytes[..<place] + bytes[from..<(from + length)] + bytes[place...]
            let reading = try Reading(bytes: Array(changed))
            #expect(reading.report != nil || reading.importError != nil, "seed \(seed)")
        }
    }

    private func contents(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Fixture.path(name))))
    }
}
