#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The mean that `WeightedMean` gives, taken value by value, for weights above zero.
///
/// Values are finite. Their order matters to the last bits of the mean only.
struct RunningMean {
    /// Values beyond it are added up in a scale of their own: times a weight they could overflow.
    private static let largeValue = 1e200
    private static let largeScale = 0x1p128
    /// How far above the reference a level may lie before the energies are taken relative to it.
    private static let farLouder = 200.0

    private let isLevel: Bool
    private var sum = CompensatedSum()
    private var largeSum = CompensatedSum()
    private var totalWeight = CompensatedSum()
    /// The level that energies are relative to, so that none overflows.
    private var reference = -Double.greatestFiniteMagnitude

    /// Begins an equivalent continuous level of values in decibels, or an arithmetic mean.
    init(isLevel: Bool) {
        self.isLevel = isLevel
    }

    /// Takes one value.
    @inline(__always)
    mutating func add(_ value: Double, weight: Double) {
        totalWeight.add(weight)
        if isLevel {
            sum.add(weight * energy(of: value))
        } else if abs(value) <= Self.largeValue {
            sum.add(value * weight)
        } else {
            largeSum.add(value / Self.largeScale * weight)
        }
    }

    /// The mean of what was taken, which is at least one value; never outside their span.
    func mean(within span: ClosedRange<Double>) -> Double {
        let weight = totalWeight.total
        let mean =
            isLevel
            ? reference + 10 * log10(sum.total / weight)
            : sum.total / weight + largeSum.total / weight * Self.largeScale
        return min(max(mean, span.lowerBound), span.upperBound)
    }

    /// The energy of a level, relative to the reference.
    private mutating func energy(of level: Double) -> Double {
        if level > reference + Self.farLouder {
            let quieter = sum.total * pow(10, (reference - level) / 10)
            sum = CompensatedSum()
            sum.add(quieter)
            reference = level
        }
        return pow(10, (level - reference) / 10)
    }
}
