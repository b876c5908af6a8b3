/// How the values of a quantity type add up, as HealthKit's `HKQuantityAggregationStyle` has it.
package enum AggregationStyle: String, Sendable, CaseIterable {
    /// Values may be summed: steps, distance, energy.
    case cumulative
    /// The average is the plain mean of the samples.
    case discreteArithmetic
    /// The average weighs each sample by the time it stands for.
    case discreteTemporallyWeighted
    /// The average is the equivalent continuous sound level (IEC 61672-1).
    case discreteEquivalentContinuousLevel
}

/// What is done with samples of several sources (design, section 2): the `merge` column.
package enum MergeBehavior: String, Sendable, CaseIterable {
    /// Sources measure the same thing; at every instant the best-ranked one counts (rules 1 to 7).
    case rate
    /// Each sample is an intake or an event; all of them are added up (rule 8).
    case sum
    /// Discrete values, which are not merged (rule 9).
    case none
}
