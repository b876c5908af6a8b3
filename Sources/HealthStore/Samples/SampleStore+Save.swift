package import HealthModel
import Postgres

extension HealthStore {
    /// Stores what is new of a batch and tells what became of each sample.
    ///
    /// One transaction under the lock of the user's stream: of any number of equal batches at the
    /// same instant one stores and the others find duplicates, and nothing can deadlock, since the
    /// lock is the first thing every writer of the user takes. When it returns, what it calls
    /// stored is on disk and every later read of totals counts it. Samples that are not stored
    /// leave no trace, not even of their sources. Two round trips, and one more where a source or
    /// a version of one is new.
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
        let answers = try connection.pipeline([
            (Statement.begin, []),
            (StreamSQL.lock, [.int8(user.number)]),
            (SourceSQL.findByKey, sources.sourceBinds),
            (SourceSQL.findRevisions, sources.revisionBinds),
            (KnownSamples.find, KnownSamples.binds(batch.samples, user: user)),
        ])
        guard answers[1].rowCount == 1 else { throw HealthStoreError.userNotFound }
        let position = answers[1].int8(0, 0)
        sources.match(sources: answers[2], revisions: answers[3])
        var known = try KnownSamples(answers[4], batch.samples, on: connection)
        let outcomes = outcomes(&known, sources)
        let stored = try write(outcomes, known, &sources, after: position, on: connection)
        return SaveResult(outcomes: outcomes, position: position + Int64(stored))
    }

    /// Decides about each sample; inside the batch the first of an identifier comes first.
    private func outcomes(
        _ known: inout KnownSamples,
        _ sources: BatchSources
    ) -> [SaveOutcome] {
        var outcomes = batch.samples.enumerated().map { place, sample in
            let source = sources.source(ofReference: sample.reference)
            return known.outcome(
                of: sample,
                SampleContent(sample, source: source),
                at: place
            )
        }
        if batch.isAtomic, outcomes.contains(.uuidConflict) {
            outcomes = outcomes.map { $0 == .stored ? .notStored : $0 }
        }
        return outcomes
    }

    /// Writes what is new with all that follows from it, and commits; answers how much is stored.
    private func write(
        _ outcomes: [SaveOutcome],
        _ known: KnownSamples,
        _ sources: inout BatchSources,
        after position: Int64,
        on connection: Connection
    ) throws -> Int {
        var traces = BatchTraces()
        let fresh = zip(batch.samples, outcomes).filter { $1 == .stored }.map(\.0)
        var steps = try insertion(
            of: fresh,
            &sources,
            &traces,
            after: position,
            on: connection
        )
        // An atomic batch that is refused changes nothing, times of recording included.
        if !known.laterRecordings.isEmpty, !outcomes.contains(.notStored) {
            steps.append((KnownSamples.record, known.recordBinds(user: user)))
            for sample in batch.samples where known.laterRecordings[sample.id] != nil {
                traces.noteDays(of: sample)
            }
        }
        if !steps.isEmpty { steps.append((DirtyDaySQL.insert, traces.dirtyBinds(user: user))) }
        _ = try connection.pipeline(steps + [(Statement.commit, [])])
        return fresh.count
    }

    /// The steps that insert new samples and note their traces.
    private func insertion(
        of fresh: [NewSample],
        _ sources: inout BatchSources,
        _ traces: inout BatchTraces,
        after position: Int64,
        on connection: Connection
    ) throws -> [PipelineStep] {
        guard !fresh.isEmpty else { return [] }
        let additions = try sources.additions(for: fresh, on: connection)
        var columns = SampleColumns(capacity: fresh.count)
        for sample in fresh {
            let stored = sources.stored(reference: sample.reference)
            columns.append(
                sample,
                stored,
                container: nil,
                position: position + Int64(columns.count) + 1,
                now: now
            )
            traces.note(
                sample,
                source: stored.source,
                name: sources.name(ofReference: sample.reference)
            )
        }
        let client = batch.client
        return additions + [
            (SampleColumns.insert, columns.binds(user: user, client: client)),
            (SourceSQL.insertTypes, traces.sourceBinds(user: user, client: client)),
            (StreamSQL.advance, [.int8(user.number), .int8(Int64(fresh.count))]),
        ]
    }
}
