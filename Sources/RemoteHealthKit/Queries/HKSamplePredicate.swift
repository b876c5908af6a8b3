#if !canImport(HealthKit)
public import Foundation

/// A type of samples and what they have to match, for the queries that are awaited.
///
/// `@unchecked Sendable`: nothing changes after `init`; a predicate made of a closure is evaluated
/// by one task at a time.
public struct HKSamplePredicate<Sample: HKSample>: @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// What the samples have to match; nil for all.
    public let nsPredicate: NSPredicate?

    /// The predicate as a question.
    var selection: SampleSelection {
        SampleSelection(type: sampleType, filter: SampleFilter(nsPredicate))
    }
}

/// Samples of any type.
extension HKSamplePredicate where Sample == HKSample {
    /// Makes a predicate on samples of a type.
    public static func sample(
        type: HKSampleType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

/// Quantity samples.
extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Makes a predicate on quantity samples of a type.
    public static func quantitySample(
        type: HKQuantityType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

/// Category samples.
extension HKSamplePredicate where Sample == HKCategorySample {
    /// Makes a predicate on category samples of a type.
    public static func categorySample(
        type: HKCategoryType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

/// Correlations.
extension HKSamplePredicate where Sample == HKCorrelation {
    /// Makes a predicate on correlations of a type.
    public static func correlation(
        type: HKCorrelationType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

/// Workouts.
extension HKSamplePredicate where Sample == HKWorkout {
    /// Makes a predicate on workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
        HKSamplePredicate(sampleType: .workoutType(), nsPredicate: predicate)
    }
}
#endif
