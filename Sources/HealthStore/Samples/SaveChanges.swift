import HealthModel
import Postgres

/// What a batch changes, as the steps that write it.
struct SaveChanges {
    /// Every sample of the batch.
    let samples: [NewSample]
    /// What becomes of them.
    let ledger: SaveLedger
    /// The last position before the batch.
    let former: Int64
    /// Whose samples.
    let user: UserID
    /// When they were accepted.
    let now: Int64

    /// The steps in the order they have to run; none where nothing changes.
    func steps(_ sources: inout BatchSources, on connection: Connection) throws -> [PipelineStep] {
        var traces = BatchTraces()
        var steps = ledger.removal.deletionSteps(user: user)
        steps += try insertion(&sources, &traces, on: connection)
        steps += ledger.removal.countSteps(user: user)
        steps += updates
        guard !steps.isEmpty else { return [] }
        for content in ledger.removal.contents { traces.noteDays(of: content) }
        for id in ledger.laterRecordings.keys {
            if let sample = ledger.live[id] { traces.noteDays(of: sample.content) }
        }
        steps.append((DirtyDaySQL.insert, traces.dirtyBinds(user: user)))
        if ledger.position > former {
            let count = ledger.position - former
            steps.append((StreamSQL.advance, [.int8(user.number), .int8(count)]))
        }
        return steps
    }

    /// The steps that insert new samples and note their traces.
    private func insertion(
        _ sources: inout BatchSources,
        _ traces: inout BatchTraces,
        on connection: Connection
    ) throws -> [PipelineStep] {
        let additions = ledger.additions.filter { !$0.isWithdrawn }
        guard !additions.isEmpty else { return [] }
        let newSources = try sources.additions(
            for: additions.map { samples[$0.place] },
            on: connection
        )
        var columns = SampleColumns(capacity: additions.count)
        for addition in additions {
            let sample = samples[addition.place]
            let stored = sources.stored(reference: sample.reference)
            columns.append(
                sample,
                stored,
                container: addition.container,
                position: addition.position,
                now: now
            )
            traces.note(
                sample,
                source: stored.source,
                name: sources.name(ofReference: sample.reference),
                at: addition.position
            )
        }
        let client = ClientID(number: ledger.client)
        let types = traces.sourceBinds(user: user, client: client, after: former)
        return newSources + [
            columns.insertion(user: user, client: client),
            (SourceSQL.insertTypes, types),
        ]
    }

    /// The steps that change samples in place.
    private var updates: [PipelineStep] {
        var steps: [PipelineStep] = []
        let (adoptions, recordings) = (ledger.adoptions, ledger.laterRecordings)
        if !adoptions.isEmpty {
            let binds: [Bind] = [
                .int8(user.number), .uuidArray(adoptions.keys.map(\.bits)),
                .uuidArray(adoptions.values.map(\.bits)),
            ]
            steps.append((Self.adopt, binds))
        }
        if !recordings.isEmpty {
            let binds: [Bind] = [
                .int8(user.number), .uuidArray(recordings.keys.map(\.bits)),
                .int8Array(Array(recordings.values)),
            ]
            steps.append((Self.record, binds))
        }
        return steps
    }

    /// Puts samples into correlations.
    private static let adopt = Statement(
        "samples.adopt",
        """
        UPDATE samples AS s
        SET container = x.container
        FROM unnest($2::uuid[], $3::uuid[]) AS x (uuid, container)
        \(SampleRows.toChange(where: "k.uuid = x.uuid"))
        """
    )

    /// Notes that samples were recorded later than was known.
    private static let record = Statement(
        "samples.record",
        """
        UPDATE samples AS s
        SET recorded_us = x.recorded_us, created_given = true
        FROM unnest($2::uuid[], $3::int8[]) AS x (uuid, recorded_us)
        \(SampleRows.toChange(where: "k.uuid = x.uuid"))
        """
    )

    /// The statements of this file.
    static let statements = [adopt, record]
}
