/// The number by which the feed's index of samples orders them within a user.
///
/// Type, client and position in one word, so that a key of the index is no wider than two of them:
/// PostgreSQL fills the pages of such keys when runs grow at their ends, and leaves those of wider
/// ones half empty (`_bt_afternewitemoff` in nbtsplitloc.c). Of the client only ten bits are in it:
/// whoever asks for a run compares type and client, too.
enum FeedKey {
    /// The key of a sample of `samples`, in the words of the index.
    static func ofSample(_ alias: String) -> String {
        sql(run: alias, position: "\(alias).position")
    }

    /// The key of a position in a run, which has a type and a client.
    static func sql(run: String, position: String) -> String {
        "(\(run).type_id::bigint << 48) + ((\(run).client_id & 1023)::bigint << 38) + \(position)"
    }

    /// What holds for the samples `c` of a run `run` behind `$7`, up to `$8`.
    static let isInWindow = """
        c.type_id = run.type_id AND c.client_id = run.client_id
            AND \(ofSample("c")) > \(sql(run: "run", position: "$7"))
            AND \(ofSample("c")) <= \(sql(run: "run", position: "$8"))
        """
}
