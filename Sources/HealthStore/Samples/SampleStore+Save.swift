package import HealthModel
import Postgres

extension HealthStore {
    /// Stores what is new of a batch and tells what became of each sample.
    ///
    /// One transaction under the lock of the user's stream: of any number of equal batches at the
    /// same instant one stores and the others find duplicates, and nothing can deadlock, since the
    /// lock is the first thing every writer of the user takes. When it returns, what it calls
    /// stored or replaced is on disk and every later read of totals counts it. Samples that are not
    /// stored leave no trace, not even of their sources. Two round trips, and one more where a
    /// source or a version of one is new, where documents are repeated in other words, and for
    /// correlations that are known.
    ///
    /// - Throws: `HealthStoreError.userNotFound`; `.tooManySources`, when nothing is stored.
    package func save(
        _ batch: NewSamples,
        user: UserID,
        now: Instant
    ) async throws -> SaveResult {
        let result = try await retrying {
            try await pool.withConnection { connection in
                defer { connection.rollbackIfNeeded() }
                return try SampleSave(batch, user: user, now: now.microseconds).run(on: connection)
            }
        }
        settler?.noteWrite(of: batch.samples, user: user)
        return result
    }
}

/// One attempt to store a batch.
private struct SampleSave {
    private let batch: NewSamples
    private let user: UserID
    private let now: Int64

    init(_ batch: NewSamples, user: UserID, now: Int64) {
        self.batch = batch
        self.user = user
        self.now = now
    }

    func run(on connection: Connection) throws -> SaveResult {
        var sources = BatchSources(batch.references, user: user)
        let lookup = KnownSampleLookup(batch, user: user)
        let answers = try connection.pipeline(
            [
                (Statement.begin, []),
                (StreamSQL.lock, [.int8(user.number)]),
                (SourceSQL.findByKey, sources.sourceBinds),
                (SourceSQL.findRevisions, sources.revisionBinds),
            ] + lookup.steps
        )
        guard answers[1].rowCount == 1 else { throw HealthStoreError.userNotFound }
        let position = answers[1].int8(0, 0)
        sources.match(sources: answers[2], revisions: answers[3])
        var known = KnownSamples(answers[4...], lookup)
        try known.complete(lookup, on: connection)
        let ledger = SaveLedger(known, client: batch.client, position: position)
        var decision = SaveDecision(lookup.samples, sources, known, ledger)
        let outcomes = decision.outcomes(ofFirst: batch.samples.count)
        if batch.isAtomic, outcomes.contains(where: \.isRejection) {
            _ = try connection.run(Statement.commit)
            return SaveResult(outcomes: outcomes.map(\.undone), position: position)
        }
        let changes = SaveChanges(
            samples: lookup.samples,
            ledger: decision.ledger,
            former: position,
            user: user,
            now: now
        )
        let steps = try changes.steps(&sources, on: connection)
        // Behind the commit, in the same round trip: commits that notify wait for one another, from
        // the disk on, and a notification that is lost with the server is made up for by a look.
        let notification =
            decision.ledger.position > position ? [ChangeSQL.notification(of: user)] : []
        _ = try connection.pipeline(steps + [(Statement.commit, [])] + notification)
        return SaveResult(outcomes: outcomes, position: decision.ledger.position)
    }
}

extension SaveOutcome {
    /// Whether it keeps an atomic batch from being stored.
    fileprivate var isRejection: Bool { self == .uuidConflict || self == .deleted }

    /// What it is in an atomic batch of which nothing is stored.
    fileprivate var undone: SaveOutcome {
        self == .stored || self == .replaced ? .notStored : self
    }
}
