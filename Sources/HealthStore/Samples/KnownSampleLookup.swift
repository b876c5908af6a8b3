import HealthModel
import Postgres

/// The questions that tell what a batch meets; those about pairs and details are asked only where
/// a sample has them.
struct KnownSampleLookup {
    /// Every sample of the batch; what correlations hold follows behind the samples of the request.
    let samples: [NewSample]
    /// Whose samples.
    let user: UserID
    /// Who saves.
    let client: ClientID
    /// Whether a sample has a sync identifier.
    let hasPairs: Bool
    /// Whether a sample has details.
    let hasDetails: Bool

    init(_ batch: NewSamples, user: UserID) {
        let members = batch.samples.flatMap(\.members)
        let samples = members.isEmpty ? batch.samples : batch.samples + members
        self.samples = samples
        self.user = user
        client = batch.client
        hasPairs = samples.contains { $0.sync != nil }
        hasDetails = samples.contains { $0.details != nil }
    }

    /// Where the pair of a sample stands, if it has one.
    func syncPlace(of sample: NewSample) -> SyncPlace? {
        sample.sync.map {
            SyncPlace(client: client.number, typeID: sample.typeID, key: $0.key)
        }
    }

    /// The questions, in the order in which `KnownSamples` takes the answers.
    var steps: [PipelineStep] {
        let ids = Bind.uuidArray(samples.map(\.id.bits))
        var steps: [PipelineStep] = [
            (
                KnownSampleSQL.find,
                [.int8(user.number), ids, .optionalJSONBArray(samples.map(\.metadata))]
            ),
            (DeletionSQL.find, [.int8(user.number), ids]),
        ]
        if hasPairs { steps.append((KnownSampleSQL.findSynchronized, pairBinds)) }
        if hasDetails { steps.append((KnownSampleSQL.findDetailed, detailBinds)) }
        return steps
    }

    private var pairBinds: [Bind] {
        let places = Array(Set(samples.compactMap { syncPlace(of: $0) }))
        return [
            .int8(user.number), .int4(client.number), .int2Array(places.map(\.typeID)),
            .uuidArray(places.map(\.key)),
        ]
    }

    private var detailBinds: [Bind] {
        let places = samples.indices.filter { samples[$0].details != nil }
        return [
            .int8(user.number), .int8Array(places.map(Int64.init)),
            .uuidArray(places.map { samples[$0].id.bits }),
            .optionalJSONBArray(places.map { samples[$0].metadata }),
            .optionalJSONBArray(places.map { samples[$0].details }),
        ]
    }
}

/// The statements that find samples a batch or a deletion may meet.
///
/// They look for samples one by one: asked for all at once, the planner reads every sample of a
/// user whom its statistics do not know yet, which a first push makes long.
enum KnownSampleSQL {
    /// Finds what is stored under the identifiers of a batch, a row for each place that asks.
    static let find = Statement(
        "samples.findExisting",
        """
        SELECT \(LiveSample.columns), x.place, s.details IS NULL,
            s.metadata IS NOT DISTINCT FROM x.metadata
        FROM user_streams AS st,
            unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY AS x (uuid, metadata, place)
        CROSS JOIN LATERAL (
            SELECT \(LiveSample.storedColumns), k.metadata, k.details
            FROM samples AS k
            WHERE k.user_id = $1 AND k.uuid = x.uuid
            OFFSET 0
        ) AS s
        WHERE st.user_id = $1
        """
    )

    /// Finds the places whose metadata and details equal what is stored under the identifier.
    static let findDetailed = Statement(
        "samples.findDetailed",
        """
        SELECT x.place
        FROM user_streams AS st,
            unnest($2::int8[], $3::uuid[], $4::jsonb[], $5::jsonb[]) AS x (
                place, uuid, metadata, details
            )
        CROSS JOIN LATERAL (
            SELECT k.metadata, k.details
            FROM samples AS k
            WHERE k.user_id = $1 AND k.uuid = x.uuid
            OFFSET 0
        ) AS s
        WHERE st.user_id = $1 AND s.details = x.details
            AND s.metadata IS NOT DISTINCT FROM x.metadata
        """
    )

    /// Finds the samples of one client that have certain sync identifiers.
    static let findSynchronized = Statement(
        "samples.findSynchronized",
        """
        SELECT \(LiveSample.columns)
        FROM user_streams AS st, unnest($3::int2[], $4::uuid[]) AS x (type_id, sync_key)
        CROSS JOIN LATERAL (
            SELECT \(LiveSample.storedColumns)
            FROM samples AS k
            WHERE k.user_id = $1 AND k.client_id = $2 AND k.type_id = x.type_id
                AND k.sync_key = x.sync_key AND k.sync_key IS NOT NULL
            OFFSET 0
        ) AS s
        WHERE st.user_id = $1
        """
    )

    /// Finds what correlations hold.
    static let findContained = Statement(
        "samples.findContained",
        """
        SELECT \(LiveSample.columns)
        FROM \(SampleRows.identifiers)
        \(
            SampleRows.lookup(
                LiveSample.storedColumns,
                where: "k.container = x.uuid AND k.container IS NOT NULL",
                as: "s"
            )
        )
        """
    )

    static let statements = [find, findDetailed, findSynchronized, findContained]
}
