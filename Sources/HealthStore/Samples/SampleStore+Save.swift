package import HealthModel
import Postgres

extension HealthStore {
    /// Stores what is new of a batch and tells what became of each sample.
    ///
    /// One transaction under the lock of the user's stream: of any number of equal batches at the
    /// same instant one stores and the others find duplicates, and nothing can deadlock, since the
    /// lock is the first thing every writer of the user takes. When it returns, what it calls
    /// stored is on disk and every later read of totals counts it. Two or three round trips.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func save(
        _ batch: NewSamples,
        user: UserID,
        now: Instant
    ) async throws -> SaveResult {
        try await retrying {
            try await pool.withConnection { connection in
                defer { connection.rollbackIfNeeded() }
                return try SampleSave(batch, user: user, now: now.microseconds).run(on: connection)
            }
        }
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
        let answers = try connection.pipeline([
            (Statement.begin, []),
            (StreamSQL.lock, [.int8(user.number)]),
            (
                SourceSQL.findRevisions,
                [
                    .int8(user.number),
                    .uuidArray(HealthStore.revisionKeys(batch.references, of: user)),
                ]
            ),
            (
                SampleSQL.findExisting,
                [
                    .int8(user.number), .uuidArray(batch.samples.map(\.id.bits)),
                    .optionalJSONBArray(batch.samples.map(\.metadata)),
                ]
            ),
        ])
        guard answers[1].rowCount == 1 else { throw HealthStoreError.userNotFound }
        let position = answers[1].int8(0, 0)
        let references = try HealthStore.resolve(
            batch.references,
            found: answers[2],
            user: user,
            on: connection
        )
        let outcomes = outcomes(existing: ExistingSamples(answers[3]), references)
        let stored = try insert(outcomes, references, on: connection)
        return SaveResult(outcomes: outcomes, position: position + Int64(stored))
    }

    /// Decides about each sample; inside the batch the first of an identifier comes first.
    private func outcomes(
        existing: ExistingSamples,
        _ references: [HealthStore.StoredReference]
    ) -> [SaveOutcome] {
        var known = existing
        var outcomes = batch.samples.map { sample in
            let content = SampleContent(sample, source: references[sample.reference].source)
            return known.outcome(of: sample.id, content)
        }
        if batch.isAtomic, outcomes.contains(.uuidConflict) {
            outcomes = outcomes.map { $0 == .stored ? .notStored : $0 }
        }
        return outcomes
    }

    /// Writes the samples that are to be stored with all that follows from them, and commits.
    private func insert(
        _ outcomes: [SaveOutcome],
        _ references: [HealthStore.StoredReference],
        on connection: Connection
    ) throws -> Int {
        var columns = SampleColumns(capacity: outcomes.count)
        var traces = BatchTraces()
        for (sample, outcome) in zip(batch.samples, outcomes) where outcome == .stored {
            let reference = references[sample.reference]
            columns.append(sample, reference, now: now)
            traces.note(sample, source: reference.source)
        }
        guard columns.count > 0 else {
            _ = try connection.pipeline([(Statement.commit, [])])
            return 0
        }
        let client = batch.client
        _ = try connection.pipeline([
            (SampleColumns.insert, columns.binds(user: user, client: client)),
            (SourceSQL.insertTypes, traces.sourceBinds(user: user, client: client)),
            (DirtyDaySQL.insert, traces.dirtyBinds(user: user)),
            (StreamSQL.advance, [.int8(user.number), .int8(Int64(columns.count))]),
            (Statement.commit, []),
        ])
        return columns.count
    }
}

/// What two samples of one identifier must share to be the same.
private struct SampleContent: Equatable {
    let typeID: Int16
    let start: Int64
    let end: Int64
    let value: UInt64
    let source: Int32
    let metadata: Metadata

    /// Metadata is compared by the database where one side is stored there.
    enum Metadata: Equatable {
        case text([UInt8]?)
        case equalsStored
        case differsFromStored
    }

    init(_ sample: NewSample, source: Int32) {
        typeID = sample.typeID
        start = sample.start
        end = sample.end
        value = sample.value.bitPattern
        self.source = source
        metadata = .text(sample.metadata)
    }

    init(_ rows: QueryResult, _ row: Int) {
        typeID = rows.int2(row, 1)
        start = rows.int8(row, 2)
        end = rows.int8(row, 3)
        value = rows.float8(row, 4).bitPattern
        source = rows.int4(row, 5)
        metadata = rows.bool(row, 6) ? .equalsStored : .differsFromStored
    }

    func isSame(as other: SampleContent) -> Bool {
        guard typeID == other.typeID, start == other.start, end == other.end,
            value == other.value, source == other.source
        else { return false }
        return switch (metadata, other.metadata) {
        case (.equalsStored, _), (_, .equalsStored): true
        case (.differsFromStored, _), (_, .differsFromStored): false
        case (.text(let left), .text(let right)): left == right
        }
    }
}

/// What is known of the identifiers of a batch: stored before, or earlier in the batch.
private struct ExistingSamples {
    private var contents: [SampleID: SampleContent] = [:]

    init(_ rows: QueryResult) {
        for row in 0..<rows.rowCount {
            contents[SampleID(bits: rows.uuid(row, 0))] = SampleContent(rows, row)
        }
    }

    mutating func outcome(of id: SampleID, _ content: SampleContent) -> SaveOutcome {
        guard let known = contents[id] else {
            contents[id] = content
            return .stored
        }
        return known.isSame(as: content) ? .duplicate : .uuidConflict
    }
}

/// What a batch leaves behind beside its samples: who recorded what, and days to settle.
private struct BatchTraces {
    private var sources: Set<TypedNumber> = []
    private var days: Set<TypedNumber> = []

    private struct TypedNumber: Hashable {
        let typeID: Int16
        let number: Int32
    }

    mutating func note(_ sample: NewSample, source: Int32) {
        sources.insert(TypedNumber(typeID: sample.typeID, number: source))
        guard TotalDay.isKept(for: sample.typeID) else { return }
        for day in TotalDay.days(from: sample.start, to: sample.end) {
            days.insert(TypedNumber(typeID: sample.typeID, number: day))
        }
    }

    func sourceBinds(user: UserID, client: ClientID) -> [Bind] {
        let pairs = Array(sources)
        return [
            .int8(user.number), .int2Array(pairs.map(\.typeID)),
            .int4Array(pairs.map(\.number)), .int4(client.number),
        ]
    }

    func dirtyBinds(user: UserID) -> [Bind] {
        let pairs = Array(days)
        return [
            .int8(user.number), .int2Array(pairs.map(\.typeID)),
            .int4Array(pairs.map(\.number)),
        ]
    }
}

private enum SampleSQL {
    static let findExisting = Statement(
        "samples.findExisting",
        """
        SELECT s.uuid, s.type_id, s.start_us, s.end_us, s.value, s.source_id,
            s.metadata IS NOT DISTINCT FROM x.metadata
        FROM unnest($2::uuid[], $3::jsonb[]) AS x (uuid, metadata)
        JOIN samples AS s ON s.user_id = $1 AND s.uuid = x.uuid
        """
    )
}
