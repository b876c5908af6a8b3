import HealthModel

/// What two samples of one identifier must share to be the same, beside their documents: metadata
/// and details, which the database compares.
///
/// A pair of sync identifier and version needs no place of its own: it is read from the metadata.
struct SampleContent: Equatable {
    let typeID: Int16
    let start: Int64
    let end: Int64
    /// The bits of the value, so that equal means equal.
    let value: UInt64
    let source: Int32
}

extension SampleContent {
    /// The content of a sample that came in; `source` is its number, or a stand-in for a new one.
    init(_ sample: NewSample, source: Int32) {
        self.init(
            typeID: sample.typeID,
            start: sample.start,
            end: sample.end,
            value: sample.value.bitPattern,
            source: source
        )
    }
}
