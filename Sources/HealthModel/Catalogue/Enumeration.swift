/// The named values of one of HealthKit's enumerations, such as `HKWorkoutActivityType`.
package struct Enumeration: Sendable {
    /// The enumeration's name in HealthKit's headers.
    package let name: String
    /// The raw values, each with its current name in Swift.
    package let values: [Int: String]
    /// The raw values, each with its current constant, such as `HKBloodTypeABPositive`.
    package let constants: [Int: String]
    /// The raw value of every name in Swift, older names included.
    package let rawValues: [String: Int]
    /// The raw value of every name and constant, plus one: the table has no zeros.
    private let spellings: NameTable

    /// Makes an enumeration of the catalogue.
    ///
    /// Where a raw value comes twice, the first name and constant are the current ones; so is the
    /// first of several constants, which are parted by commas.
    init(_ name: String, _ entries: [(rawValue: Int, name: String, constants: String)]) {
        self.name = name
        var spellings: [(name: String, id: Int16)] = []
        var constants: [Int: String] = [:]
        for entry in entries {
            let names = entry.constants.split(separator: ",").map(String.init)
            if constants[entry.rawValue] == nil { constants[entry.rawValue] = names.first }
            spellings += ([entry.name] + names).map { ($0, Int16(entry.rawValue + 1)) }
        }
        self.constants = constants
        self.spellings = NameTable(spellings)
        values = Dictionary(entries.map { ($0.rawValue, $0.name) }) { current, _ in current }
        rawValues = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.rawValue) })
    }

    /// The raw value of a name in Swift or of a constant as exports print it; nil for others.
    package func rawValue(named name: some StringProtocol) -> Int? {
        var name = String(name)
        return name.withUTF8 { rawValue(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// The raw value of a name or a constant in UTF-8, without allocating.
    package func rawValue(utf8 name: UnsafeRawBufferPointer) -> Int? {
        spellings.id(of: name).map { Int($0) - 1 }
    }
}

extension Catalogue {
    /// Finds an enumeration by its name in HealthKit's headers, such as `HKWeatherCondition`.
    package static func enumeration(_ name: String) -> Enumeration? {
        enumerationsByName[name]
    }

    /// An enumeration that the code itself names; traps when the tables lack it.
    static func knownEnumeration(_ name: String) -> Enumeration {
        guard let enumeration = enumeration(name) else {
            preconditionFailure("the catalogue lacks an enumeration that is referred to")
        }
        return enumeration
    }

    private static let enumerationsByName = Dictionary(
        uniqueKeysWithValues: enumerations.map { ($0.name, $0) }
    )
}
