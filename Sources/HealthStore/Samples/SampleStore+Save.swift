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
    /// A batch with a name is kept with its answer in the same transaction. One whose name is
    /// known already stores nothing, and comes back with what was kept.
    ///
    /// - Throws: `HealthStoreError.userNotFound`; `.tooManySources` and `.batchConflict`, when
    ///   nothing is stored.
    package func save(
        _ batch: NewSamples,
        user: UserID,
        now: Instant,
        as claim: BatchClaim? = nil
    ) async throws -> SaveResult {
        let result = try await retrying {
            try await pool.withConnection(as: .user(user)) { connection in
                defer { connection.rollbackIfNeeded() }
                let time = now.microseconds
                return try SampleSave(batch, claim, user: user, now: time).run(on: connection)
            }
        }
        settler?.noteWrite(of: batch.samples, user: user)
        return result
    }
}

/// One attempt to store a batch.
private struct SampleSave {
    private let batch: NewSamples
    private let name: BatchNaming?
    private let user: UserID
    private let now: Int64

    init(_ batch: NewSamples, _ claim: BatchClaim?, user: UserID, now: Int64) {
        self.batch = batch
        name = claim.map { BatchNaming(claim: $0, user: user, client: batch.client, now: now) }
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
            ] + lookup.steps + (name.map { [$0.question] } ?? [])
        )
        guard answers[1].rowCount == 1 else { throw HealthStoreError.userNotFound }
        let position = answers[1].int8(0, 0)
        let asked = 4 + lookup.steps.count
        if let record = try name?.record(answers[asked]) {
            _ = try connection.run(Statement.commit)
            return SaveResult(outcomes: [], position: record.position, record: record)
        }
        sources.match(sources: answers[2], revisions: answers[3])
        var known = KnownSamples(answers[4..<asked], lookup)
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
        var result = SaveResult(outcomes: outcomes, position: decision.ledger.position)
        result.record = name?.newRecord(of: result)
        var steps = try changes.steps(&sources, on: connection)
        if let record = result.record, let name { steps += name.steps(keeping: record) }
        // Behind the commit, in the same round trip: commits that notify wait for one another, from
        // the disk on, and a notification that is lost with the server is made up for by a look.
        let notification =
            decision.ledger.position > position ? [ChangeSQL.notification(of: user)] : []
        _ = try connection.pipeline(steps + [(Statement.commit, [])] + notification)
        return result
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
