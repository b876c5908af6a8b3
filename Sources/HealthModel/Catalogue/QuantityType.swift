/// A kind of quantity that samples measure, such as steps or heart rate.
///
/// Exists only for the rows of the catalogue, so the identifier alone decides equality and hash.
package struct QuantityType: Sendable {
    /// The number stored with every sample; never reused.
    package let id: Int16
    /// HealthKit's full identifier, such as `HKQuantityTypeIdentifierStepCount`.
    package let identifier: String
    /// What is measured, in words: `Energy`, `Mass/Volume`, `Scalar`.
    package let dimension: String
    /// The unit that values are stored in.
    package let canonicalUnit: Unit
    /// How values add up.
    package let aggregationStyle: AggregationStyle
    /// What is done with samples of several sources.
    package let merge: MergeBehavior
    /// Whether HealthKit lets apps save samples of the type.
    package let isWriteableByApps: Bool

    /// The largest magnitude of a value, in the canonical unit.
    ///
    /// Far beyond anything that can be measured, and small enough that no sum of stored values
    /// leaves the range of a double, in whatever unit it is asked for.
    package static let largestMagnitude = 1e18

    /// The beginning that every identifier of a quantity type shares.
    static let identifierPrefix = "HKQuantityTypeIdentifier"

    /// Makes a row of the catalogue; traps when `unit` is not a unit.
    init(
        id: Int16,
        identifier: String,
        dimension: String,
        unit: String,
        aggregationStyle: AggregationStyle,
        merge: MergeBehavior,
        isWriteableByApps: Bool
    ) {
        guard let canonicalUnit = try? Unit(parsing: unit) else {
            preconditionFailure("the catalogue holds a unit that does not parse")
        }
        self.id = id
        self.identifier = identifier
        self.dimension = dimension
        self.canonicalUnit = canonicalUnit
        self.aggregationStyle = aggregationStyle
        self.merge = merge
        self.isWriteableByApps = isWriteableByApps
    }

    /// The name HealthKit's Swift interface has for it, such as `stepCount` or `vo2Max`.
    package var shortName: String {
        Catalogue.shortName(of: identifier, after: Self.identifierPrefix)
    }
}

extension QuantityType: Hashable {
    package static func == (left: QuantityType, right: QuantityType) -> Bool {
        left.id == right.id
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
