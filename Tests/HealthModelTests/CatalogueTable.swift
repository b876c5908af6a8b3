import Foundation

/// A table the catalogue is generated from, read anew.
struct CatalogueTable {
    /// Its lines, by column name.
    let rows: [[String: String]]

    init(_ name: String) throws {
        let tables = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/HealthModel/Catalogue/Tables")
        let text = try String(contentsOf: tables.appending(path: name), encoding: .utf8)
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let header = lines.first ?? []
        rows = lines.dropFirst().map { line in
            Dictionary(uniqueKeysWithValues: zip(header, line))
        }
    }
}
