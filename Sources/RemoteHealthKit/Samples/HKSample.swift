#if !canImport(HealthKit)
public import Foundation

/// Something measured from one instant to another.
open class HKSample: HKObject, @unchecked Sendable {
    /// The kind of sample.
    public let sampleType: HKSampleType
    /// The first instant measured.
    public let startDate: Date
    /// The first instant no longer measured; equal to `startDate` for a point in time.
    public let endDate: Date

    /// Makes a sample; traps when it ends before it starts.
    init(sampleType: HKSampleType, start: Date, end: Date, facts: ObjectFacts) {
        precondition(
            start <= end,
            "The start date must not be later than the end date of a sample of \(sampleType)."
        )
        self.sampleType = sampleType
        startDate = start
        endDate = end
        super.init(facts: facts)
    }

    /// Whether the sample may still go on: always false, as the server needs an end.
    open var hasUndeterminedDuration: Bool { false }
}
#endif
