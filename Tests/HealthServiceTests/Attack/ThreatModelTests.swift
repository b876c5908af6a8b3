import Foundation
import Testing

/// The threat model names the tests that show its defences: they are there.
@Suite("The threat model")
struct ThreatModelTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All tests, as one text.
    private static func tests() throws -> String {
        let folder = root.appending(path: "Tests")
        let files = try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        )
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    @Test("Every suite and every test that it names exists, and no attack is without one")
    func names() throws {
        let model = try String(
            contentsOf: Self.root.appending(path: "docs/threat-model.md"),
            encoding: .utf8
        )
        let tests = try Self.tests()
        let names = model.matches(of: /`([A-Z][A-Za-z]*Tests)(?:\.([a-zA-Z]+))?`/)
        #expect(names.count > 50)
        for name in names {
            #expect(tests.contains("struct \(name.1)"), "\(name.1)")
            guard let function = name.2 else { continue }
            #expect(tests.contains("func \(function)("), "\(name.0)")
        }
        let attacks = model.split(separator: "\n## ").filter { $0.hasPrefix("Attacks ") }
        #expect(attacks.count == 7)
        for line in attacks.flatMap({ $0.split(separator: "\n") })
        where line.hasPrefix("| ") && !line.hasPrefix("| attack") && !line.hasPrefix("| ---") {
            let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
            #expect(cells.count == 3 && cells.last?.contains("Tests") == true, "\(line)")
        }
    }
}
