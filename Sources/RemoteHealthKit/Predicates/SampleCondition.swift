#if !canImport(HealthKit)
/// One question that a predicate asks of a sample.
///
/// Conditions are values, so that a query may take them to another task.
protocol SampleCondition: Hashable, Sendable {
    /// The question in the words of `NSPredicate` formats, for descriptions and errors.
    var format: String { get }

    /// What the server can narrow a list of samples to; every sample that matches is within.
    var bounds: SampleBounds { get }

    /// Why no query can ask this; nil where all can.
    var problem: String? { get }

    /// Whether the sample matches, as HealthKit decides it.
    func matches(_ sample: HKSample) -> Bool

    /// Narrows what statistics are made of to exactly the samples that match.
    ///
    /// - Throws: `UntranslatablePredicate` where the server has no words for it.
    func narrow(_ scope: inout StatisticsScope) throws(UntranslatablePredicate)
}

extension SampleCondition {
    /// Nothing is narrowed.
    var bounds: SampleBounds { .everything }

    /// Every query can ask it.
    var problem: String? { nil }

    /// Refuses: only some conditions have a meaning for statistics that are merged on the server.
    func narrow(_ scope: inout StatisticsScope) throws(UntranslatablePredicate) {
        throw UntranslatablePredicate(
            format: format,
            reason: "the server narrows statistics by one range, by sources and by"
                + " HKMetadataKeyWasUserEntered only"
        )
    }
}

/// Why statistics cannot be asked about what a predicate selects.
struct UntranslatablePredicate: Error, Hashable, CustomStringConvertible {
    /// The part that cannot be translated.
    let format: String
    /// What stands in the way.
    let reason: String

    /// One sentence for the developer.
    var description: String {
        "The predicate (\(format)) cannot be used in a statistics query: \(reason)."
    }
}
#endif
