#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// A sample whose value is a case of an enumeration.
open class HKCategorySample: HKSample, @unchecked Sendable {
    /// The kind of category.
    public let categoryType: HKCategoryType
    /// The raw value, such as that of an `HKCategoryValueSleepAnalysis`.
    public let value: Int

    /// Makes a sample out of known facts.
    ///
    /// Traps on a value that the type does not have, and when `end` is before `start`.
    init(
        type categoryType: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        facts: ObjectFacts
    ) {
        precondition(
            categoryType.entry.values[value] != nil,
            "Value \(value) is not compatible with type \(categoryType)."
        )
        self.categoryType = categoryType
        self.value = value
        super.init(sampleType: categoryType, start: startDate, end: endDate, facts: facts)
    }

    /// Makes a sample; traps on a wrong value and when it ends before it starts.
    public convenience init(
        type categoryType: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(
            type: categoryType,
            value: value,
            start: startDate,
            end: endDate,
            facts: ObjectFacts()
        )
    }

    /// Makes a sample with metadata; traps on a wrong value and when it ends before it starts.
    public convenience init(
        type categoryType: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        metadata: [String: Any]?
    ) {
        self.init(
            type: categoryType,
            value: value,
            start: startDate,
            end: endDate,
            facts: ObjectFacts(device: nil, metadata: metadata)
        )
    }

    /// Makes a sample of a device; traps on a wrong value and when it ends before it starts.
    public convenience init(
        type categoryType: HKCategoryType,
        value: Int,
        start startDate: Date,
        end endDate: Date,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            type: categoryType,
            value: value,
            start: startDate,
            end: endDate,
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }
}
#endif
