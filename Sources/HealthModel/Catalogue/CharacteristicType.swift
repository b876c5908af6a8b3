/// A fact about a person that hardly ever changes, such as the blood type; it is no sample.
///
/// Exists only for the rows of the catalogue, so the identifier alone decides equality and hash.
package struct CharacteristicType: Sendable {
    /// The number that grants name it by; never reused, above those of the sample types.
    package let id: Int16
    /// HealthKit's full identifier, such as `HKCharacteristicTypeIdentifierBloodType`.
    package let identifier: String
    /// The enumeration of its values; nil for the date of birth.
    package let enumeration: Enumeration?

    /// The beginning that every identifier of a characteristic type shares.
    static let identifierPrefix = "HKCharacteristicTypeIdentifier"

    /// Makes a row of the catalogue; traps when there is no such enumeration.
    init(id: Int16, identifier: String, valueEnumeration: String?) {
        self.id = id
        self.identifier = identifier
        enumeration = valueEnumeration.map(Catalogue.knownEnumeration)
    }

    /// The name HealthKit's Swift interface has for it, such as `bloodType`.
    package var shortName: String {
        Catalogue.shortName(of: identifier, after: Self.identifierPrefix)
    }
}

extension CharacteristicType: Hashable {
    package static func == (left: CharacteristicType, right: CharacteristicType) -> Bool {
        left.id == right.id
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension Catalogue {
    /// Finds a characteristic type by its full or short name.
    package static func characteristicType(_ name: String) -> CharacteristicType? {
        characteristicsByName[name]
    }

    /// Finds a characteristic type by the number that grants name it by.
    package static func characteristicType(id: Int16) -> CharacteristicType? {
        let index = Int(id) - firstCharacteristicID
        return characteristicTypes.indices.contains(index) ? characteristicTypes[index] : nil
    }

    private static let firstCharacteristicID = 4001

    private static let characteristicsByName = Dictionary(
        uniqueKeysWithValues: characteristicTypes.flatMap {
            [($0.identifier, $0), ($0.shortName, $0)]
        }
    )
}
