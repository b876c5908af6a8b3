/// What a draft says was measured: the part of a sample that depends on its kind.
package enum DraftContent: Hashable, Sendable {
    /// A number in a unit, whose string is in HealthKit's grammar.
    case quantity(value: Double, unit: String)
    /// A case of the type's enumeration.
    case category(CategoryDraft)
    /// A workout; boxed, so that the drafts of other kinds stay small.
    indirect case workout(WorkoutDraft)
    /// The samples that a correlation holds.
    case correlation([SampleDraft])
}

/// A case of one of HealthKit's enumerations, as its writer spells it.
package enum CategoryDraft: Hashable, Sendable {
    /// The raw number.
    case raw(Int)
    /// A name in Swift (`asleepCore`) or a constant (`HKCategoryValueSleepAnalysisAsleepCore`).
    case named(String)
}

/// A number in a unit, as its writer spells it.
package struct QuantityDraft: Hashable, Sendable {
    /// The number, in `unit`.
    package var value: Double
    /// The unit's string in HealthKit's grammar.
    package var unit: String

    /// Joins a number and its unit.
    package init(value: Double, unit: String) {
        self.value = value
        self.unit = unit
    }
}
