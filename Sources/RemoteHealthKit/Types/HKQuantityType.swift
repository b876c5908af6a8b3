#if !canImport(HealthKit)
import Foundation
import HealthModel

/// A type whose samples carry a value in a unit, such as steps or heart rate.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
    let entry: QuantityType

    init(entry: QuantityType) {
        self.entry = entry
        super.init(identifier: entry.identifier)
    }

    /// Makes the type of an identifier; traps when there is none.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) {
        guard let entry = Catalogue.quantityType(identifier.rawValue) else {
            preconditionFailure("There is no quantity type \(identifier.rawValue).")
        }
        self.init(entry: entry)
    }

    /// How the values of the type add up.
    open var aggregationStyle: HKQuantityAggregationStyle {
        HKQuantityAggregationStyle(entry.aggregationStyle)
    }

    /// Whether values of the type can be given in a unit.
    open func `is`(compatibleWith unit: HKUnit) -> Bool {
        entry.canonicalUnit.isCompatible(with: unit.unit)
    }

    /// The unit that the server keeps the type's values in.
    var canonicalUnit: HKUnit {
        HKUnit(from: entry.canonicalUnit.description)
    }
}

/// How the values of a quantity type add up.
///
/// Raw values as in HealthKit's header `HKQuantityAggregationStyle.h`.
public enum HKQuantityAggregationStyle: Int, Sendable {
    /// Values may be summed: steps, distance, energy.
    case cumulative = 0
    /// The average is the plain mean of the samples.
    case discreteArithmetic = 1
    /// The average weighs each sample by the time it stands for.
    case discreteTemporallyWeighted = 2
    /// The average is the equivalent continuous sound level (IEC 61672-1).
    case discreteEquivalentContinuousLevel = 3

    /// An older name of `discreteArithmetic`.
    public static var discrete: HKQuantityAggregationStyle { .discreteArithmetic }

    init(_ style: AggregationStyle) {
        switch style {
        case .cumulative: self = .cumulative
        case .discreteArithmetic: self = .discreteArithmetic
        case .discreteTemporallyWeighted: self = .discreteTemporallyWeighted
        case .discreteEquivalentContinuousLevel: self = .discreteEquivalentContinuousLevel
        }
    }
}
#endif
