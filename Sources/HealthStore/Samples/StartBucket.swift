/// The stretch of time by which the index of short samples orders them within a user and a type.
///
/// A stretch is 2^30 microseconds, 18 minutes. Its samples share a key of the index, which
/// PostgreSQL stores once for all of them, and are in no order among each other. So a range is asked
/// for twice: by buckets, which the index finds, and by starts. A page that has to be in order takes
/// its last bucket as a whole, `WITH TIES`, and is sorted and cut afterwards: told to sort at once,
/// the planner might read all there is for each page.
enum StartBucket {
    /// The bucket of a sample of `samples`, in the words of the index.
    static func ofSample(_ alias: String) -> String { "(\(alias).start_us >> 30)::integer" }

    /// The bucket of an instant; wider than that of a sample, as bounds may lie anywhere.
    static func of(_ instant: String) -> String { "(\(instant)) >> 30" }

    /// What holds for the samples that start between two instants, both included, and maybe for
    /// others in their buckets.
    static func isBetween(_ low: String, _ high: String, _ alias: String) -> String {
        "\(ofSample(alias)) BETWEEN \(of(low)) AND \(of(high))"
    }

    /// What is compared once more behind buckets, told so that the planner expects it to leave all of
    /// the rows: taken for a second choice, it would make a page seem to be all there is.
    static func comparing(_ condition: String) -> String {
        "CASE WHEN \(condition) THEN 1 END IS NOT NULL"
    }

    /// The first rows by bucket, so many or a bucket more.
    static func first(_ count: String, _ alias: String, _ direction: String = "ASC") -> String {
        "ORDER BY \(ofSample(alias)) \(direction) FETCH FIRST (\(count)) ROWS WITH TIES"
    }
}
