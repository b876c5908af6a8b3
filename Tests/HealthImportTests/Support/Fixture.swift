import Foundation
import HealthModel

@testable import HealthImport

/// A file of the fixtures.
enum Fixture {
    /// The path of a file below `Fixtures/apple`.
    static func path(_ name: String) -> String {
        let fixtures = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/apple")
        return fixtures?.appendingPathComponent(name).path ?? name
    }
}

/// Everything one reading of an export gave.
struct Reading {
    var records: [ReadRecord] = []
    var report: ImportReport?
    var error: (any Error)?

    /// The drafts alone.
    var drafts: [SampleDraft] { records.map(\.draft) }

    /// The values of the quantities.
    var values: [Double] { drafts.compactMap { $0.quantity?.value } }

    /// Opens and reads an export, keeping what came before an error.
    init(path: String, limits: ReaderLimits = .standard) {
        do {
            let reader = try AppleHealthReader(path: path, limits: limits)
            var read: [ReadRecord] = []
            defer { records = read }
            report = try reader.read(record: { read.append($0) }, progress: { _ in })
        } catch {
            self.error = error
        }
    }

    /// Reads a text by way of a temporary file.
    init(text: String, limits: ReaderLimits = .standard) throws {
        try self.init(bytes: Array(text.utf8), limits: limits)
    }

    /// Reads bytes by way of a temporary file.
    init(bytes: [UInt8], limits: ReaderLimits = .standard) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, as: "export.xml")
        self = withExtendedLifetime(folder) { Reading(path: path, limits: limits) }
    }

    /// The error, if it is the reader's own.
    var importError: ImportError? { error as? ImportError }

    /// How many were skipped, by reason.
    var skipCounts: [SkipReason: Int] { report?.skipped.mapValues(\.count) ?? [:] }
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes an empty folder.
    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("health-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        // A folder left behind in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
        return url.path
    }
}

/// Texts of small exports.
enum ExportText {
    /// A record with all that it needs; attributes may be replaced, or left out by nil.
    static func record(
        _ changes: [String: String?] = [:],
        _ content: String = ""
    ) -> String {
        var attributes: [String: String?] = [
            "type": "HKQuantityTypeIdentifierStepCount", "sourceName": "iPhone", "unit": "count",
            "startDate": "2024-01-01 08:00:00 +0000", "endDate": "2024-01-01 08:01:00 +0000",
            "value": "10",
        ]
        for (name, value) in changes { attributes[name] = value }
        let text = attributes.sorted { $0.key < $1.key }
            .compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }
            .joined(separator: " ")
        return "<Record \(text)>\(content)</Record>"
    }

    /// An element with a source and the hour from eight; attributes may be replaced, or left out.
    static func element(
        _ name: String,
        _ changes: [String: String?] = [:],
        _ content: String = ""
    ) -> String {
        var attributes: [String: String?] = [
            "sourceName": "iPhone",
            "startDate": "2024-01-01 08:00:00 +0000", "endDate": "2024-01-01 09:00:00 +0000",
        ]
        for (name, value) in changes { attributes[name] = value }
        let text = attributes.sorted { $0.key < $1.key }
            .compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }
            .joined(separator: " ")
        return "<\(name) \(text)>\(content)</\(name)>"
    }

    /// An export around some elements, one on each line from the second on.
    static func export(_ elements: [String], before: String = "") -> String {
        before + "<HealthData locale=\"en_US\">\n" + elements.joined(separator: "\n")
            + "\n</HealthData>\n"
    }
}
