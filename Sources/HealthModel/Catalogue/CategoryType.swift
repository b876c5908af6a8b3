/// A kind of sample whose value is a case of an enumeration, such as sleep analysis.
///
/// Exists only for the rows of the catalogue, so the identifier alone decides equality and hash.
package struct CategoryType: Sendable {
    /// The number stored with every sample; never reused, above those of the quantity types.
    package let id: Int16
    /// HealthKit's full identifier, such as `HKCategoryTypeIdentifierSleepAnalysis`.
    package let identifier: String
    /// The enumeration of its values, such as `HKCategoryValueSleepAnalysis`.
    package let enumeration: Enumeration
    /// Whether HealthKit lets apps save samples of the type.
    package let isWriteableByApps: Bool

    /// The beginning that every identifier of a category type shares.
    static let identifierPrefix = "HKCategoryTypeIdentifier"

    /// Makes a row of the catalogue; traps when there is no such enumeration.
    init(id: Int16, identifier: String, valueEnumeration: String, isWriteableByApps: Bool) {
        self.id = id
        self.identifier = identifier
        enumeration = Catalogue.knownEnumeration(valueEnumeration)
        self.isWriteableByApps = isWriteableByApps
    }

    /// The name HealthKit's Swift interface has for it, such as `sleepAnalysis`.
    package var shortName: String {
        Catalogue.shortName(of: identifier, after: Self.identifierPrefix)
    }
}

extension CategoryType {
    /// The enumeration's name.
    package var valueEnumeration: String { enumeration.name }

    /// The allowed raw values, each with its current name.
    package var values: [Int: String] { enumeration.values }

    /// The raw value of every name, older names included.
    package var rawValues: [String: Int] { enumeration.rawValues }

    /// The raw value of a name such as `asleepCore`, or of a constant as exports print it.
    package func rawValue(named name: some StringProtocol) -> Int? {
        enumeration.rawValue(named: name)
    }

    /// The raw value of a name or a constant in UTF-8, without allocating.
    package func rawValue(utf8 name: UnsafeRawBufferPointer) -> Int? {
        enumeration.rawValue(utf8: name)
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
