#if !canImport(HealthKit)
public import Foundation

/// An enumeration of category values that makes predicates.
public protocol HKCategoryValuePredicateProviding: RawRepresentable, Hashable
where RawValue == Int {}

extension HKCategoryValuePredicateProviding {
    /// Matches the category samples that have one of the values.
    public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
        HKQuery.predicateForCategorySamples(equalTo: Set(values.map(\.rawValue)))
    }

    /// Matches category samples by their value.
    public static func predicateForSamples(
        _ operatorType: HKQuery.PredicateOperator,
        value: Self
    ) -> NSPredicate {
        HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
    }
}

extension HKCategoryValueSleepAnalysis: HKCategoryValuePredicateProviding {}
extension HKCategoryValueAppleStandHour: HKCategoryValuePredicateProviding {}
extension HKCategoryValueCervicalMucusQuality: HKCategoryValuePredicateProviding {}
extension HKCategoryValueOvulationTestResult: HKCategoryValuePredicateProviding {}
extension HKCategoryValueSeverity: HKCategoryValuePredicateProviding {}
extension HKCategoryValuePresence: HKCategoryValuePredicateProviding {}
extension HKCategoryValueAppetiteChanges: HKCategoryValuePredicateProviding {}
#endif
