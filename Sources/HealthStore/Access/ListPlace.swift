package import HealthModel
import Postgres

/// A place in a list that is sorted by time, the newest first.
package struct ListPlace: Hashable, Sendable {
    /// The time of the last entry told.
    package let time: Instant
    /// Its identifier, which tells apart entries of one time.
    package let id: SampleID

    /// Names a place.
    package init(time: Instant, id: SampleID) {
        self.time = time
        self.id = id
    }

    /// Before everything.
    static let beginning = ListPlace(
        time: Instant(microseconds: 9_000_000_000_000_000),
        id: SampleID(bits: .max)
    )

    /// The two parameters of a place.
    var binds: [Bind] { [.int8(time.microseconds), .uuid(id.bits)] }
}
