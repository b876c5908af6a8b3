#if !canImport(HealthKit)
import Foundation

/// Quantity samples by their quantity.
struct QuantityCondition: SampleCondition {
    /// How the quantity is compared.
    let comparison: Comparison
    /// What it is compared with.
    let quantity: HKQuantity

    var problem: String? { comparison.problem(comparing: "quantities") }

    var format: String { "quantity \(comparison.symbol) \(quantity)" }

    func matches(_ sample: HKSample) -> Bool {
        guard let sample = sample as? HKQuantitySample else { return false }
        return comparison.holds(sample.quantity, quantity)
    }
}

/// Category samples by their value.
struct CategoryCondition: SampleCondition {
    /// How the value is compared.
    let comparison: Comparison
    /// What it is compared with.
    let value: Int

    var problem: String? { comparison.problem(comparing: "category values") }

    var bounds: SampleBounds {
        comparison == .equalTo ? SampleBounds(rawValues: [value]) : .everything
    }

    var format: String { "value \(comparison.symbol) \(value)" }

    func matches(_ sample: HKSample) -> Bool {
        guard let sample = sample as? HKCategorySample else { return false }
        return comparison.holds(sample.value, value)
    }
}

/// Category samples by a set of values.
struct CategoryValuesCondition: SampleCondition {
    /// The values, one of which a sample has.
    let values: Set<Int>

    var bounds: SampleBounds { values.isEmpty ? .nothing : SampleBounds(rawValues: values) }

    var format: String {
        "value IN {" + values.sorted().map(String.init).joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool {
        guard let sample = sample as? HKCategorySample else { return false }
        return values.contains(sample.value)
    }
}

extension Comparison {
    /// Decides between two quantities; those of other dimensions match nothing.
    func holds(_ left: HKQuantity, _ right: HKQuantity) -> Bool {
        left.order(right).map { holds($0) } ?? false
    }
}

extension HKQuantity {
    /// How it is ordered against another; nil where they measure different things.
    func order(_ other: HKQuantity) -> ComparisonResult? {
        self.is(compatibleWith: other.unit) ? compare(other) : nil
    }
}
#endif
