/// What the samples of one bucket come to; everything is nil where none touches it.
package struct DiscreteBucket: Sendable, Equatable {
    /// The mean in the way of the type.
    package var average: Double?
    /// The least value.
    package var minimum: Double?
    /// The greatest value.
    package var maximum: Double?
    /// The latest sample: by start, then end, recorded time and identifier.
    package var mostRecent: DiscreteSample?

    /// Makes a bucket that no sample touches.
    package init() {}
}
