package import HealthModel

/// Which clock places a sample in a bucket (rule 10).
package enum TimeAxis: Hashable, Sendable {
    /// Instants; the buckets were cut by the request's zone.
    case instant
    /// The wall clock of the zone each sample was recorded in; where that is unknown, of the
    /// user's zone. Edges are wall clocks written as if in UTC.
    case recorded
}

/// One of the options of HealthKit's `HKStatisticsOptions`.
package enum StatisticsOption: String, Hashable, Sendable, CaseIterable {
    /// The sum of a cumulative type.
    case sum
    /// The average of a discrete type.
    case average
    /// The smallest value of a discrete type.
    case min
    /// The largest value of a discrete type.
    case max
    /// The latest sample.
    case mostRecent
    /// The time that samples cover, counted once where several do.
    case duration
}

/// A question about one type, for one range or for each bucket of a partition.
///
/// Its options are among those of the type.
package struct StatisticsQuery: Sendable {
    /// Whose data.
    package var user: UserID
    /// Which type.
    package var type: StatisticsType
    /// Bucket edges, ascending and without repetition, at least two; one bucket between each pair.
    package var edges: [Instant]
    /// What goes into the merge.
    package var filter: SampleFilter
    /// The raw values of a category type that go into it; nil for all.
    package var values: [Int]?
    /// Which samples are taken whole instead of being cut.
    package var strict: StrictOptions
    /// What places a sample.
    package var axis: TimeAxis
    /// What is asked for.
    package var options: Set<StatisticsOption>
    /// Whether each source is answered for itself, too.
    package var isSeparatedBySource: Bool

    /// Makes a query.
    package init(
        user: UserID,
        type: StatisticsType,
        edges: [Instant],
        filter: SampleFilter,
        values: [Int]? = nil,
        strict: StrictOptions = [],
        axis: TimeAxis = .instant,
        options: Set<StatisticsOption>,
        isSeparatedBySource: Bool = false
    ) {
        self.user = user
        self.type = type
        self.edges = edges
        self.filter = filter
        self.values = values
        self.strict = strict
        self.axis = axis
        self.options = options
        self.isSeparatedBySource = isSeparatedBySource
    }
}

/// The latest sample of a bucket.
package struct MostRecent: Hashable, Sendable {
    /// Its value, in the canonical unit; the raw value of a category.
    package var value: Double
    /// Its start.
    package var start: Instant
    /// Its end.
    package var end: Instant
    /// The key of its source.
    package var source: SampleID
}

/// What was found in a bucket; nil where there is no data or it was not asked for.
package struct BucketStatistics: Hashable, Sendable {
    /// The merged sum.
    package var sum: Double?
    /// The average.
    package var average: Double?
    /// The smallest value.
    package var min: Double?
    /// The largest value.
    package var max: Double?
    /// The latest sample.
    package var mostRecent: MostRecent?
    /// The time covered, in microseconds.
    package var durationInMicroseconds: Int64?

    /// Makes an empty bucket.
    package init() {}
}

/// The answer to a statistics query.
package struct StatisticsResult: Sendable {
    /// One entry for each bucket.
    package var buckets: [BucketStatistics]
    /// The same for each source by itself, sorted as lists of sources are; empty unless asked for.
    package var bySource: [(source: SourceRecord, buckets: [BucketStatistics])]
}
