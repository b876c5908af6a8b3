/// What the sweep tells about the merge; totals and explanations differ only in what they keep.
///
/// Times are microseconds and may reach outside the window asked for: a sink cuts what it is told.
protocol MergeSink {
    /// Notes that a sample, interval or impulse, takes part; starts never go back.
    mutating func meet(_ sample: Int)

    /// Notes that `sample` alone counts over `[from, to)`, which is not empty.
    ///
    /// Runs of the rate rule never overlap and come in order of time; each is as long as it can be.
    mutating func count(_ sample: Int, from: Int64, to: Int64)

    /// Notes that `sample` is the best impulse at its instant and that it counts.
    mutating func countImpulse(_ sample: Int)

    /// Notes that no impulse at the instant of `sample` counts, because `winner` covers it.
    mutating func hideImpulse(_ sample: Int, behind winner: Int)
}
