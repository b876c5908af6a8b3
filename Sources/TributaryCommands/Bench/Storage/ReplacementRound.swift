/// What a store is like in which every sample was replaced once more.
struct ReplacementRound: Sendable {
    /// What is found at one moment, in bytes for each sample that is there.
    struct Look: Sendable {
        /// Of the table with its indexes.
        let everything: Double
        /// Of the indexes.
        let indexes: Double
        /// Of the marks that deletions leave, of all rounds so far.
        let deletions: Double
        /// What is dead and free; nil where it cannot be counted.
        let health: TableHealth?
    }

    /// When all was replaced.
    let before: Look
    /// After the VACUUM that follows.
    let after: Look

    /// The first round and the last: what is in between grows from one to the other.
    ///
    /// - Parameters:
    ///   - once: What there was before the first.
    ///   - rebuilt: What there is when the indexes were made anew after the last.
    static func figures(
        _ rounds: [ReplacementRound],
        once: Look,
        rebuilt: Look
    ) -> [BenchFigure] {
        guard let first = rounds.first, let last = rounds.last else { return [] }
        func figure(_ name: String, _ bytes: Double) -> BenchFigure {
            BenchFigure(name, [bytes], "bytes", over: "stored once", [once.everything])
        }
        func indexes(_ name: String, _ bytes: Double) -> BenchFigure {
            BenchFigure(name, [bytes], "bytes", over: "rebuilt", [rebuilt.indexes])
        }
        let marks = rounds.enumerated().map { $1.after.deletions / Double($0 + 1) }
        let often = "replaced \(rounds.count) times, VACUUM each time"
        return [
            BenchFigure("sample with a sync version, with indexes", [once.everything], "bytes"),
            figure("the same, all replaced once", first.before.everything),
            figure("the same, then VACUUM", first.after.everything),
            figure("the same, \(often)", last.after.everything),
            indexes("its indexes, stored once", once.indexes),
            indexes("its indexes, all replaced once", first.before.indexes),
            indexes("its indexes, \(often)", last.after.indexes),
            BenchFigure("mark of a deletion, with indexes", marks, "bytes"),
        ] + health(first, last)
    }

    private static func health(
        _ first: ReplacementRound,
        _ last: ReplacementRound
    ) -> [BenchFigure] {
        guard let dead = first.before.health, let lastDead = last.before.health,
            let free = first.after.health, let lastFree = last.after.health
        else { return [] }
        return [
            BenchFigure("dead rows, all replaced once", [dead.deadRows], "%"),
            BenchFigure("dead rows, after the last round", [lastDead.deadRows], "%"),
            BenchFigure("free room in the table, then VACUUM", [free.freeRoom], "%"),
            BenchFigure("free room in the table, after the last VACUUM", [lastFree.freeRoom], "%"),
        ]
    }
}
