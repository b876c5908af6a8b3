import HealthModel

/// What an export says of the person, sorted by what can be done with it.
struct ExportedCharacteristics: Sendable {
    /// The values that are set, by the short name of the characteristic, as printed.
    private(set) var values: [String: String] = [:]
    /// The short names of those that the export says are not set.
    private(set) var notSet: [String] = []
    /// The names of those that the server does not keep, or whose value cannot be read.
    private(set) var unknown: [String] = []

    /// Sorts characteristics by their full names, as an export prints them.
    init(_ printed: [String: String]) {
        for (name, value) in printed.sorted(by: { $0.key < $1.key }) {
            guard let type = Catalogue.characteristicType(name) else {
                unknown.append(Self.shortName(of: name))
                continue
            }
            switch Self.isSet(value, of: type) {
            case true: values[type.shortName] = value
            case false: notSet.append(type.shortName)
            case nil: unknown.append(type.shortName)
            }
        }
    }

    /// The lines of a summary: names and what became of them, never a value.
    func lines(areImported: Bool) -> [String] {
        let names = [values.keys.sorted(), notSet, unknown].map { $0.joined(separator: ", ") }
        let words = [
            areImported ? "imported" : "not imported; --characteristics does it",
            "not set in the export", "not kept by the server",
        ]
        let lines = zip(names, words).filter { !$0.0.isEmpty }.map { "  \($0.0): \($0.1)" }
        return lines.isEmpty ? [] : ["", "About the person:"] + lines
    }

    /// Whether a value says something; nil where it cannot be read.
    private static func isSet(_ value: String, of type: CharacteristicType) -> Bool? {
        guard !value.isEmpty else { return false }
        guard let enumeration = type.enumeration else {
            return RFC3339.parse(value + "T00:00:00Z") == nil ? nil : true
        }
        return enumeration.rawValue(named: value).map { enumeration.values[$0] != "notSet" }
    }

    private static func shortName(of identifier: String) -> String {
        let prefix = "HKCharacteristicTypeIdentifier"
        guard identifier.hasPrefix(prefix) else { return identifier }
        let name = identifier.dropFirst(prefix.count)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
