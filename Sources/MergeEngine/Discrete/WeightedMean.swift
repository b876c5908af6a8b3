#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A mean of finite values under weights that are finite and not negative, one for each value.
///
/// Where all weights vanish every value weighs the same. There is at least one value. A mean never
/// leaves the span of its values, whatever the rounding: equal values average to themselves.
struct WeightedMean {
    private let values: [Double]
    private let weights: [Double]
    private let totalWeight: Double

    /// Joins values and their weights.
    init(values: [Double], weights: [Double]) {
        precondition(!values.isEmpty && values.count == weights.count, "a weight for each value")
        self.values = values
        let total = Self.sum(weights)
        self.weights = total > 0 ? weights : weights.map { _ in 1 }
        totalWeight = total > 0 ? total : Double(values.count)
    }

    /// The arithmetic mean.
    var arithmetic: Double {
        let mean = Self.sum(zip(values, weights).map { $0 * $1 }) / totalWeight
        if mean.isFinite { return clamped(mean) }
        // The sum left the range of a double; the mean cannot, so divide first.
        return clamped(Self.sum(zip(values, weights).map { $0 * ($1 / totalWeight) }))
    }

    /// The equivalent continuous level of values in decibels (IEC 61672-1).
    ///
    /// 10 log10(sum(t 10^(L/10)) / sum(t)), taken relative to the loudest value so that no power
    /// overflows.
    var level: Double {
        let loudest = values.max() ?? 0
        let energies = zip(values, weights).map { $1 * pow(10, ($0 - loudest) / 10) }
        return clamped(loudest + 10 * log10(Self.sum(energies) / totalWeight))
    }

    private func clamped(_ mean: Double) -> Double {
        min(max(mean, values.min() ?? mean), values.max() ?? mean)
    }

    private static func sum(_ terms: [Double]) -> Double {
        var sum = CompensatedSum()
        for term in terms { sum.add(term) }
        return sum.total
    }
}
