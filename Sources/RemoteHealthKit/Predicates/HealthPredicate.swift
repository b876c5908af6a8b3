#if !canImport(HealthKit)
import Foundation

/// The predicate that HealthKit's factories make here: one condition on samples.
///
/// Immutable after it is made. `evaluate(with:)` answers for any sample, as on a phone.
final class HealthPredicate: NSPredicate {
    /// What is asked of a sample.
    let condition: any SampleCondition

    /// Makes the predicate of a condition.
    init(_ condition: any SampleCondition) {
        self.condition = condition
        super.init(value: false)
    }

    override func evaluate(
        with object: Any?,
        substitutionVariables bindings: [String: Any]?
    ) -> Bool {
        guard let sample = object as? HKSample else { return false }
        return condition.matches(sample)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var description: String { condition.format }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HealthPredicate else { return false }
        return AnyHashable(condition) == AnyHashable(other.condition)
    }

    override var hash: Int { AnyHashable(condition).hashValue }
}
#endif
