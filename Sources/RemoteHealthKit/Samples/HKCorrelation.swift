#if !canImport(HealthKit)
public import Foundation

/// A sample that holds other samples, such as the two values of a blood pressure.
open class HKCorrelation: HKSample, @unchecked Sendable {
    /// The kind of correlation.
    public let correlationType: HKCorrelationType
    /// The samples it holds: quantities and categories.
    ///
    /// Of a correlation read from the server, those that the program may read.
    public let objects: Set<HKSample>

    /// Makes a correlation out of known facts.
    ///
    /// Traps on objects that are neither quantities nor categories, and when `end` is before `start`.
    init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        facts: ObjectFacts
    ) {
        precondition(
            objects.allSatisfy { $0 is HKQuantitySample || $0 is HKCategorySample },
            "A correlation holds quantity samples and category samples only."
        )
        self.correlationType = correlationType
        self.objects = objects
        super.init(sampleType: correlationType, start: startDate, end: endDate, facts: facts)
    }

    /// Makes a correlation; traps on wrong objects and when it ends before it starts.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            facts: ObjectFacts()
        )
    }

    /// Makes a correlation with metadata; traps on wrong objects and when it ends before it starts.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            facts: ObjectFacts(device: nil, metadata: metadata)
        )
    }

    /// Makes a correlation of a device; traps on wrong objects and when it ends before it starts.
    public convenience init(
        type correlationType: HKCorrelationType,
        start startDate: Date,
        end endDate: Date,
        objects: Set<HKSample>,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            type: correlationType,
            start: startDate,
            end: endDate,
            objects: objects,
            facts: ObjectFacts(device: device, metadata: metadata)
        )
    }

    /// Gives the objects of a type.
    open func objects(for objectType: HKObjectType) -> Set<HKSample> {
        objects.filter { $0.sampleType == objectType }
    }
}
#endif
