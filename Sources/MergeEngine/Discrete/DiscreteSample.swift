package import HealthModel

/// One sample of a discrete type, such as a heart rate; times are microseconds, `end >= start`.
package struct DiscreteSample: Sendable, Equatable {
    /// The first instant measured.
    package var start: Int64
    /// The first instant no longer measured; equal to `start` for a point in time.
    package var end: Int64
    /// The value, in the type's canonical unit.
    package var value: Double
    /// When the sample was recorded; any scale, larger is later.
    package var recorded: Int64
    /// The sample's identifier.
    package var id: SampleID
    /// The caller's number for the sample's source: handed back, never looked at.
    package var source: Int32

    /// Makes a sample from its parts.
    package init(
        start: Int64,
        end: Int64,
        value: Double,
        recorded: Int64,
        id: SampleID,
        source: Int32 = 0
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.recorded = recorded
        self.id = id
        self.source = source
    }
}

extension DiscreteSample {
    /// Whether the sample reaches into `[range.start, range.end)`; a point does if it lies inside.
    ///
    /// Nothing reaches into an empty range.
    @inline(__always)
    func touches(_ range: (start: Int64, end: Int64)) -> Bool {
        range.start < range.end && start < range.end && (start >= range.start || end > range.start)
    }

    /// The order of addition and weighing: a property of the samples, whatever way they came.
    func isAddedBefore(_ other: DiscreteSample) -> Bool {
        (start, end, id) < (other.start, other.end, other.id)
    }

    /// Tells which of two is the earlier, for the most recent: by start, end, recording and
    /// identifier.
    func isEarlier(than other: DiscreteSample) -> Bool {
        (start, end, recorded, id) < (other.start, other.end, other.recorded, other.id)
    }
}
