import JSON

/// Looks whether an export is whole, while it arrives.
///
/// Keeps the kinds it has counted and the beginning of one line.
struct ExportCheck: Sendable {
    private var counts: [String: Int] = [:]
    private var line: [UInt8] = []
    private var end: [UInt8]?
    private var isBehindEnd = false

    /// How much of a line is kept; the last one is never longer.
    private static let kept = 4096

    /// The lines so far, but for the last.
    var total: Int { counts.values.reduce(0, +) }

    /// Takes the next bytes.
    mutating func take(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<newline])
            endLine()
            rest = rest[(newline + 1)...]
        }
        keep(rest)
    }

    /// Makes sure that nothing is missing.
    ///
    /// - Throws: `CommandError`.
    func requireWhole() throws {
        guard let end, !isBehindEnd, line.isEmpty else {
            throw CommandError("the export was cut off after \(total) lines; nothing is kept of it")
        }
        let told = try APIAnswer(bytes: end).read { root in
            Dictionary(
                (root["counts"]?.members.map { ($0.key.string, Int($0.value.int ?? -1)) }) ?? []
            ) { $1 }
        }
        guard told == counts else {
            throw CommandError("the export does not have the lines that it tells of")
        }
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        if !piece.isEmpty, end != nil { isBehindEnd = true }
        line += piece.prefix(Self.kept - line.count)
    }

    private mutating func endLine() {
        defer { line.removeAll(keepingCapacity: true) }
        guard let kind = Self.kind(of: line) else {
            isBehindEnd = true
            return
        }
        if kind == "end" { end = line } else { counts[kind, default: 0] += 1 }
    }

    /// The kind of a line, which stands at its beginning.
    private static func kind(of line: [UInt8]) -> String? {
        let opening = Array(#"{"kind":""#.utf8)
        guard line.starts(with: opening) else { return nil }
        let rest = line.dropFirst(opening.count)
        guard let quote = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        return String(decoding: rest[..<quote], as: UTF8.self)
    }
}
