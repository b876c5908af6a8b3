#if !canImport(HealthKit)
public import Foundation

/// Predicates on when a sample was, and on what it says.
extension HKQuery {
    /// Matches samples that lie in a range of time.
    ///
    /// Without options a sample matches that ends at `start` or later and starts before `end`. A
    /// nil end is open.
    ///
    /// Differs from HealthKit: dates are compared as whole microseconds, which is what the server
    /// keeps. A range that ends before it starts makes queries fail with `errorInvalidArgument`.
    public class func predicateForSamples(
        withStart startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        HealthPredicate(DateRangeCondition(start: startDate, end: endDate, options: options))
    }

    /// Matches quantity samples by their quantity.
    ///
    /// A sample of another dimension does not match. Differs from HealthKit: an operator that does
    /// not compare by order makes queries fail with `errorInvalidArgument`.
    public class func predicateForQuantitySamples(
        with operatorType: PredicateOperator,
        quantity: HKQuantity
    ) -> NSPredicate {
        HealthPredicate(
            QuantityCondition(comparison: Comparison(operatorType), quantity: quantity)
        )
    }

    /// Matches category samples by their value.
    public class func predicateForCategorySamples(
        with operatorType: PredicateOperator,
        value: Int
    ) -> NSPredicate {
        HealthPredicate(CategoryCondition(comparison: Comparison(operatorType), value: value))
    }

    /// Matches category samples that have one of the values.
    public class func predicateForCategorySamples(equalTo values: Set<Int>) -> NSPredicate {
        HealthPredicate(CategoryValuesCondition(values: values))
    }
}
#endif
