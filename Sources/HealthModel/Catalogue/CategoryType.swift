/// A kind of sample whose value is a case of an enumeration, such as sleep analysis.
///
/// Exists only for the rows of the catalogue, so the identifier alone decides equality and hash.
package struct CategoryType: Sendable {
    /// The number stored with every sample; never reused, above those of the quantity types.
    package let id: Int16
    /// HealthKit's full identifier, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    package let identifier: String
    /// The enumeration of its values, such as `HKCategoryValueSleepAnalysis`.
    package let valueEnumeration: String
    /// The allowed raw values, each with its current name.
    package let values: [Int: String]
    /// The raw value of every name, older spellings included.
    package let rawValues: [String: Int]
    /// Whether HealthKit lets apps save samples of the type.
    package let isWriteableByApps: Bool

    /// The beginning that every identifier of a category type shares.
    static let identifierPrefix = "HKCategoryTypeIdentifier"

    /// Makes a row of the catalogue; of two names for one raw value the first is the current one.
    init(
        id: Int16,
        identifier: String,
        valueEnumeration: String,
        names: [(Int, String)],
        isWriteableByApps: Bool
    ) {
        self.id = id
        self.identifier = identifier
        self.valueEnumeration = valueEnumeration
        values = Dictionary(names) { current, _ in current }
        rawValues = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
        self.isWriteableByApps = isWriteableByApps
    }

    /// The name HealthKit's Swift interface has for it, such as `sleepAnalysis`.
    package var shortName: String {
        Catalogue.shortName(of: identifier, after: Self.identifierPrefix)
    }
}

extension CategoryType: Hashable {
    package static func == (left: CategoryType, right: CategoryType) -> Bool {
        left.id == right.id
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
