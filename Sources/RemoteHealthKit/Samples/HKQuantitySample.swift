#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// A sample with a value in a unit.
///
/// Differs from HealthKit: a sample that a program makes has the class it asked for. What comes from
/// the server is an `HKCumulativeQuantitySample` or an `HKDiscreteQuantitySample`, as in HealthKit.
open class HKQuantitySample: HKSample, @unchecked Sendable {
    /// The kind of quantity.
    public let quantityType: HKQuantityType
    /// The value.
    public let quantity: HKQuantity
    /// How many quantities the sample holds: always 1.
    open var count: Int { 1 }

    /// Makes a sample out of known facts.
    ///
    /// Traps when the quantity is not compatible with the type, or when `end` is before `start`.
    init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        facts: ObjectFacts
    ) {
        precondition(
            quantity.is(compatibleWith: quantityType.canonicalUnit),
            "HKQuantitySample of \(quantityType) requires a unit of type"
                + " \(quantityType.entry.dimension). Incompatible unit: \(quantity.unit)"
        )
        self.quantityType = quantityType
        self.quantity = quantity
        super.init(sampleType: quantityType, start: startDate, end: endDate, facts: facts)
    }

    /// Makes a sample; traps on a wrong unit and when it ends before it starts.
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            facts: ObjectFacts()
        )
    }

    /// Makes a sample with metadata; traps on a wrong unit and when it ends before it starts.
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            facts: ObjectFacts(device: nil, metadata: metadata)
        )
    }

    /// Makes a sample of a device; traps on a wrong unit and when it ends before it starts.
    public convenience init(
        type quantityType: HKQuantityType,
        quantity: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            type: quantityType,
            quantity: quantity,
            start: startDate,
            end: endDate,
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }
}

/// The name that `HKCumulativeQuantitySample` had in iOS 12.
@available(*, deprecated, renamed: "HKCumulativeQuantitySample")
public typealias HKCumulativeQuantitySeriesSample = HKCumulativeQuantitySample

/// A sample of a type whose values add up, such as steps.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of the sample's quantities: its value.
    open var sumQuantity: HKQuantity { quantity }
}

/// A sample of a type whose values do not add up, such as heart rate.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The least of the sample's quantities: its value.
    open var minimumQuantity: HKQuantity { quantity }
    /// The average of the sample's quantities: its value.
    open var averageQuantity: HKQuantity { quantity }
    /// The greatest of the sample's quantities: its value.
    open var maximumQuantity: HKQuantity { quantity }
    /// The latest of the sample's quantities: its value.
    open var mostRecentQuantity: HKQuantity { quantity }
    /// When the latest of the sample's quantities was measured.
    open var mostRecentQuantityDateInterval: DateInterval {
        DateInterval(start: startDate, end: endDate)
    }
}
#endif
