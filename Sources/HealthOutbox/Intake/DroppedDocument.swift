import HealthModel
import JSON

/// A dropped document of JSON taken apart into lines.
struct DroppedDocument {
    /// What the lines are.
    let kind: QueueEntry.Kind
    /// The lines without their ends.
    let lines: [[UInt8]]

    /// Reads `[...]` or `{"samples":[...]}`, or `{"uuids":[...]}` for deletions.
    ///
    /// A document with anything beside is not taken: who writes `atomic` counts on it.
    ///
    /// - Throws: `OutboxError` with `damaged`; `JSONError`.
    init(_ bytes: [UInt8]) throws {
        (kind, lines) = try JSONParser().parse(bytes) { root in
            if root.kind == .array { return (.samples, Self.lines(root)) }
            guard root.kind == .object, root.count == 1 else { throw Self.unknown }
            if let samples = root["samples"], samples.kind == .array {
                return (.samples, Self.lines(samples))
            }
            if let identifiers = root["uuids"], identifiers.kind == .array {
                return (.deletions, try identifiers.elements.map(Self.identifier))
            }
            throw Self.unknown
        }
    }

    private static func lines(_ array: JSONValue) -> [[UInt8]] {
        array.elements.map { element in
            // Within a string they are escaped, so what is left out is between values.
            element.rawBytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        }
    }

    private static func identifier(_ value: JSONValue) throws -> [UInt8] {
        guard let id = value.string.flatMap({ SampleID($0) }) else {
            throw OutboxError(.damaged, "an entry of uuids is no UUID of 36 characters")
        }
        return Array("\(id)".utf8)
    }

    private static let unknown = OutboxError(
        .damaged,
        "a document is an array, or has one member: samples or uuids"
    )
}
