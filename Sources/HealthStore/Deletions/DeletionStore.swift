import HealthModel
import Postgres

extension HealthStore {
    /// Deletes samples and tells what became of each.
    ///
    /// One transaction under the lock of the user's stream, as every write: each sample that goes
    /// takes the next position, leaves a mark there and marks the days that it counted in. A
    /// deletion that deletes something is written down in the audit log, with how much of which
    /// types and nothing else.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func delete(_ deletion: SampleDeletion) async throws -> DeletionResult {
        let (result, typeIDs) = try await retrying {
            try await pool.withConnection(as: .user(deletion.user)) { connection in
                try connection.transaction {
                    try DeletionRun(deletion).run(on: connection)
                }
            }
        }
        settler?.noteWrite(user: deletion.user, typeIDs: typeIDs)
        return result
    }
}

/// One attempt to delete.
private struct DeletionRun {
    private let deletion: SampleDeletion
    private let user: Bind

    init(_ deletion: SampleDeletion) {
        self.deletion = deletion
        user = .int8(deletion.user.number)
    }

    /// Deletes, and answers of which types something is gone, too.
    func run(on connection: Connection) throws -> (DeletionResult, typeIDs: Set<Int16>) {
        let locked = try connection.run(StreamSQL.lock, [user])
        guard locked.rowCount == 1 else { throw HealthStoreError.userNotFound }
        let position = locked.int8(0, 0)
        let candidates = try candidates(on: connection)
        var ledger = DeletionLedger(
            candidates: candidates.samples,
            deleted: candidates.deleted,
            members: try members(of: candidates.samples, on: connection),
            deletion: deletion,
            position: position
        )
        let outcomes = decide(candidates, &ledger)
        try write(ledger, after: position, on: connection)
        let result = DeletionResult(
            outcomes: outcomes,
            deletedCount: ledger.deletedCount,
            // A range of which nothing can go must not be asked for again.
            isPartial: candidates.isPartial && ledger.deletedCount > 0,
            position: ledger.position
        )
        return (result, Set(ledger.removal.contents.map(\.typeID)))
    }

    private func decide(
        _ candidates: Candidates,
        _ ledger: inout DeletionLedger
    ) -> [(id: SampleID?, outcome: DeletionOutcome)] {
        switch deletion.selection {
        case .identifiers(let ids):
            return ids.map { (id: $0, outcome: ledger.delete($0)) }
        case .synchronized(_, let keys):
            var byKey: [UInt128: [SampleID]] = [:]
            for (id, sample) in candidates.samples {
                if let key = sample.sync?.key { byKey[key, default: []].append(id) }
            }
            return keys.map { key in
                let outcomes = (byKey[key] ?? []).map { ledger.delete($0) }
                // Of an operator's several the first that is refused speaks; nobody refuses those.
                let refused = outcomes.first { $0 != .deleted }
                return (id: nil, outcome: refused ?? outcomes.first ?? .sampleNotFound)
            }
        case .range:
            return candidates.samples.map { ($0.id, ledger.delete($0.id)) }
                .filter { $0.outcome != .deleted }
        }
    }

    private func write(
        _ ledger: DeletionLedger,
        after position: Int64,
        on connection: Connection
    ) throws {
        guard !ledger.removal.isEmpty else { return }
        var traces = BatchTraces()
        for content in ledger.removal.contents { traces.noteDays(of: content) }
        let user = deletion.user
        let steps =
            ledger.removal.deletionSteps(user: user) + ledger.removal.countSteps(user: user)
            + ledger.releaseSteps(user: user) + [
                (DirtyDaySQL.insert, traces.dirtyBinds(user: user)),
                (StreamSQL.advance, [self.user, .int8(ledger.position - position)]),
                ChangeSQL.notification(of: user),
            ]
        _ = try connection.pipeline(steps)
        try AuditEvent(
            actor: deletion.actor,
            action: "samples.delete",
            user: user,
            client: deletion.deleter.clientNumber.map(ClientID.init(number:)),
            subject: ledger.summary
        ).record(on: connection)
    }
}

/// Finding what a deletion is about.
extension DeletionRun {
    /// The samples that were asked for, and what was deleted before of them.
    private struct Candidates {
        var samples: [(id: SampleID, sample: LiveSample)]
        var deleted: [SampleID: Int32] = [:]
        var isPartial = false
    }

    private func candidates(on connection: Connection) throws -> Candidates {
        switch deletion.selection {
        case .identifiers(let ids):
            let bits = Bind.uuidArray(ids.map(\.bits))
            let found = try connection.pipeline([
                (DeletionCandidateSQL.findByIdentifier, [user, bits]),
                (DeletionSQL.find, [user, bits]),
            ])
            var candidates = Candidates(samples: found[0].liveSamples())
            for row in 0..<found[1].rowCount {
                candidates.deleted[SampleID(bits: found[1].uuid(row, 0))] = found[1].int4(row, 1)
            }
            return candidates
        case .synchronized(let typeID, let keys):
            let rows = try connection.run(
                DeletionCandidateSQL.findBySyncKey,
                [user, .int4(deletion.deleter.clientNumber), .int2(typeID), .uuidArray(keys)]
            )
            return Candidates(samples: rows.liveSamples())
        case .range(let typeID, let range, let strict):
            return try candidates(typeID, range, strict, on: connection)
        }
    }

    private func candidates(
        _ typeID: Int16,
        _ range: TimeRange,
        _ strict: StrictOptions,
        on connection: Connection
    ) throws -> Candidates {
        let limit = SampleDeletion.limit(includesContained: deletion.includesContained)
        let rows = try connection.run(
            DeletionCandidateSQL.listInRange,
            [
                user, .int2(typeID), .int8(range.start.microseconds),
                .int8(range.end.microseconds), .bool(strict.contains(.start)),
                .bool(strict.contains(.end)), .int4(deletion.deleter.clientNumber),
                .int4(Int32(limit + 1)),
            ]
        )
        let samples = rows.liveSamples()
        return Candidates(
            samples: Array(samples.prefix(limit)),
            isPartial: samples.count > limit
        )
    }

    /// What the correlations among samples hold.
    private func members(
        of samples: [(id: SampleID, sample: LiveSample)],
        on connection: Connection
    ) throws -> [SampleID: [(id: SampleID, sample: LiveSample)]] {
        let correlations = samples.filter { $0.sample.isCorrelation }
        guard !correlations.isEmpty else { return [:] }
        let rows = try connection.run(
            KnownSampleSQL.findContained,
            [user, .uuidArray(correlations.map(\.id.bits))]
        )
        return Dictionary(grouping: rows.liveSamples()) { $0.sample.container ?? $0.id }
    }
}
