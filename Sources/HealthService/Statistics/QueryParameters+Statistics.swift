import HealthAPI
import HealthModel
import HealthStore

extension QueryParameters {
    /// The values of a category type that are asked for, by name, constant or raw value.
    ///
    /// - Throws: `Problem` with `invalidParameter` for a value that the type does not have, and for
    ///   any value of a quantity type.
    func categoryValues(of type: StatisticsType) throws -> [Int]? {
        guard text("value") != nil else { return nil }
        guard case .category(let category) = type else {
            throw Problem(
                .invalidParameter,
                "Only category types can be narrowed by value.",
                field: "value"
            )
        }
        return try rawValues("value", of: category.enumeration)
    }
}

extension Catalogue {
    /// The type of a name that statistics can be asked of.
    ///
    /// - Throws: `Problem` with `unknownType`; `unsupportedType` for a workout or correlation.
    static func requireStatisticsType(_ name: String, field: String) throws -> StatisticsType {
        switch sampleType(name) {
        case .quantity(let type)?: return .quantity(type)
        case .category(let type)?: return .category(type)
        case .workout?:
            throw Problem(
                .unsupportedType,
                "Workouts have no statistics: each workout has its own totals. Ask for the type"
                    + " that was measured, such as activeEnergyBurned, over the workout's time.",
                field: field
            )
        case .correlation?:
            throw Problem(
                .unsupportedType,
                "Correlations have no statistics: ask for a type they hold, such as"
                    + " bloodPressureSystolic or dietaryEnergyConsumed.",
                field: field
            )
        case nil: throw Problem(.unknownType, "There is no such type.", field: field)
        }
    }
}
