package import HealthModel
package import JSON

/// Identifiers as members, spelled straight into the document: pages hold thousands of them.
extension JSONWriter {
    /// Writes a key with an identifier.
    package mutating func member(_ name: StaticString, _ id: SampleID) {
        key(name)
        plainString(limit: SampleID.length) { id.spell(into: $0) }
    }

    /// Writes a key with an identifier, or nothing where there is none.
    package mutating func member(_ name: StaticString, _ id: SampleID?) {
        if let id { member(name, id) }
    }
}
