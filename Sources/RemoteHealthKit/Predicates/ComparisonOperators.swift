#if !canImport(HealthKit)
public import Foundation

/// Something that names Foundation's operators of predicates.
public protocol ComparisonOperatorNaming {
    /// The operators.
    associatedtype Name: RawRepresentable where Name.RawValue == UInt
}

/// Foundation's operators of predicates, `NSComparisonPredicate.Operator`, under another name.
///
/// On Linux the class around them is deprecated, since it cannot be made there. The operators
/// themselves can be used; going through a requirement names them without naming the class.
public enum ComparisonOperators: ComparisonOperatorNaming {
    /// The operators.
    @available(*, deprecated, message: "Write the operator itself, such as .greaterThan.")
    public typealias Name = NSComparisonPredicate.Operator
}

extension Comparison {
    /// The comparison of an operator of Foundation's.
    init(_ name: some RawRepresentable<UInt>) {
        // The cases are the same, in the same order; a new one of Foundation's compares nothing.
        self = Comparison(rawValue: name.rawValue) ?? .in
    }
}
#endif
