#if !canImport(HealthKit)
import Foundation
import HealthModel

/// Which samples a query is about: those of one type that match a filter.
struct SampleSelection: Sendable {
    /// The type.
    let type: HKSampleType
    /// What they match.
    let filter: SampleFilter

    /// Whether a sample is one of them.
    func contains(_ sample: HKSample) -> Bool {
        sample.sampleType == type && filter.matches(sample)
    }

    /// Makes sure that it can be asked for.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`.
    func check() throws {
        if let problem = filter.problem { throw HKError.failure(.errorInvalidArgument, problem) }
    }
}
#endif
