package import HealthModel

/// One sample as the engine sees it: a span on a time axis, a value and what decides between two.
///
/// Times are microseconds on whatever axis the caller chose (instants, or wall clocks); `end` is
/// never before `start`. Every time lies within `Instant.supported`, so lengths cannot overflow.
/// The value is in the type's canonical unit and finite. 64 bytes, one cache line.
package struct MergeSample: Sendable {
    /// The first instant covered.
    package var start: Int64
    /// The first instant no longer covered; equal to `start` for an impulse.
    package var end: Int64
    /// The whole value, spread evenly over `[start, end)`.
    package var value: Double
    /// When the sample was recorded, for rule 5; any scale, larger is later.
    package var recorded: Int64
    /// The sample's identifier, the last tie-break.
    package var id: SampleID
    /// The place of its source as `SourceRanking` gives it; smaller is better.
    package var rank: Int32

    /// Makes a sample from its parts.
    package init(
        start: Int64,
        end: Int64,
        value: Double,
        recorded: Int64,
        id: SampleID,
        rank: Int32
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.recorded = recorded
        self.id = id
        self.rank = rank
    }
}

extension MergeSample {
    /// Whether all of the value sits at `start`.
    @inline(__always)
    var isImpulse: Bool { end <= start }

    /// Tells whether this sample counts where both cover (rules 3 and 5).
    ///
    /// The better rank, then the later recording, the later end and the greater identifier decide.
    /// Identifiers are unique, so this is a total order over a set of samples and what it picks
    /// cannot depend on the order they came in. Start and value come last only to keep that true
    /// of input that repeats an identifier.
    @inline(__always)
    func precedes(_ other: MergeSample) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if recorded != other.recorded { return recorded > other.recorded }
        return precedesByShape(other)
    }

    /// Breaks the ties that rank and recorded time leave; out of line because they are rare.
    private func precedesByShape(_ other: MergeSample) -> Bool {
        if end != other.end { return end > other.end }
        if id != other.id { return id > other.id }
        if start != other.start { return start > other.start }
        return value.bitPattern > other.value.bitPattern
    }

    /// The order in which samples are added up where all of them count.
    ///
    /// Floating-point addition depends on its order, so ties in start need one that is a
    /// property of the samples.
    func isAddedBefore(_ other: MergeSample) -> Bool {
        if start != other.start { return start < other.start }
        if end != other.end { return end < other.end }
        if id != other.id { return id < other.id }
        return value.bitPattern < other.value.bitPattern
    }

    /// The part of the value that falls on `[from, to)`, a piece of this interval (rule 1).
    ///
    /// An uncut interval gives exactly its value. The fraction is formed first, so that a large
    /// value times a long piece cannot overflow.
    @inline(__always)
    func share(from: Int64, to: Int64) -> Double {
        if from == start && to == end { return value }
        return value * (Double(to - from) / Double(end - start))
    }
}
