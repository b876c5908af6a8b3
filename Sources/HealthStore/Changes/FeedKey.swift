/// The key by which the feed's index of samples orders them within a user.
///
/// Type, client and a bucket of 256 positions: the samples of a run that share a bucket share a key,
/// which PostgreSQL stores once for all of them. They are in no order among each other, so a window
/// is asked for twice, by buckets and by positions. As every position is given once, what a reader
/// meets beyond its window is at most 256 samples at each end, in all of its runs together.
///
/// Type, part of a client and bucket are as wide as one word, so that a key is no wider than two:
/// PostgreSQL fills the pages of such keys when runs grow at their ends, and leaves those of wider
/// ones half empty (`_bt_afternewitemoff` in nbtsplitloc.c).
enum FeedKey {
    /// The bucket of a sample of `samples`, a column like that of `StartBucket`.
    static func bucket(ofSample alias: String) -> String { "\(alias).position_bucket" }

    /// What holds for the samples `c` of a run `run` behind `$7`, up to `$8`.
    ///
    /// That a position is above 0 goes without saying, and opens the index.
    static let isInWindow = """
        c.type_id = run.type_id AND c.client_bits = run.client_bits
            AND c.client_id = run.client_id
            AND c.position > $7 AND c.position <= $8 AND c.position > 0
            AND \(bucket(ofSample: "c")) BETWEEN $7 >> 8 AND $8 >> 8
        """
}
