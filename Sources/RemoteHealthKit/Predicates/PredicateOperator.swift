#if !canImport(HealthKit)
public import Foundation

/// Something that names operators of predicates; it has no counterpart in HealthKit.
public protocol PredicateOperatorNaming {
    /// The operators.
    associatedtype Name: RawRepresentable where Name.RawValue == UInt
}

/// Foundation's operators of predicates; it has no counterpart in HealthKit.
///
/// On Linux the class around them is deprecated, since it cannot be made there, and with it every
/// mention of its name. The operators themselves can be used: this names them on behalf of all.
public enum FoundationPredicateOperators: PredicateOperatorNaming {
    /// The operators.
    @available(*, deprecated, message: "Write the operator itself, such as .greaterThan.")
    public typealias Name = NSComparisonPredicate.Operator
}

/// The operators that something names; it has no counterpart in HealthKit.
public typealias NamedPredicateOperator<Names: PredicateOperatorNaming> = Names.Name

extension HKQuery {
    /// The operators that values are compared by: `NSComparisonPredicate.Operator`.
    ///
    /// The name has no counterpart in HealthKit.
    public typealias PredicateOperator = NamedPredicateOperator<FoundationPredicateOperators>
}

extension Comparison {
    /// The comparison of an operator of Foundation's.
    init(_ name: some RawRepresentable<UInt>) {
        // The cases are the same, in the same order; a new one of Foundation's compares nothing.
        self = Comparison(rawValue: name.rawValue) ?? .in
    }
}
#endif
