#if !canImport(HealthKit)
public import Foundation

/// A type of samples and what they have to match: one of the parts of a query about several types.
///
/// Differs from HealthKit: it cannot be archived, since predicates on Linux cannot.
///
/// `@unchecked Sendable`: nothing changes after `init`.
open class HKQueryDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// What the samples have to match; nil for all.
    public let predicate: NSPredicate?

    /// Makes a descriptor.
    public init(sampleType: HKSampleType, predicate: NSPredicate?) {
        self.sampleType = sampleType
        self.predicate = predicate
        super.init()
    }

    /// Gives the descriptor itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The descriptor as a question.
    var selection: SampleSelection {
        SampleSelection(type: sampleType, filter: SampleFilter(predicate))
    }
}
#endif
