import HealthModel
import Postgres

/// A save that has a name: what it asks and writes beside its samples.
struct BatchNaming {
    let claim: BatchClaim
    let user: UserID
    let client: ClientID
    /// When the batch is accepted, in microseconds.
    let now: Int64

    /// Asks what is kept under the name; the stream's lock has to be held.
    var question: PipelineStep {
        (
            BatchSQL.find,
            [.int8(user.number), .int4(client.number), .text(claim.name)]
        )
    }

    /// What the question found: this very batch, or nothing.
    ///
    /// - Throws: `HealthStoreError.batchConflict` where it is another batch.
    func record(_ rows: QueryResult) throws -> BatchRecord? {
        guard let record = BatchRecord(rows) else { return nil }
        guard record.digest == claim.digest else { throw HealthStoreError.batchConflict }
        return record
    }

    /// What is to be kept of a save.
    func newRecord(of result: SaveResult) -> BatchRecord? {
        claim.answer(result).map {
            BatchRecord(digest: claim.digest, answer: $0, position: result.position)
        }
    }

    /// The steps that keep a record and forget a few old ones of the same user.
    func steps(keeping record: BatchRecord) -> [PipelineStep] {
        [
            (
                BatchSQL.insert,
                [
                    .int8(user.number), .int4(client.number), .text(claim.name),
                    .bytea(record.digest), .bytea(record.answer), .int8(record.position),
                    .int8(now),
                ]
            ),
            (
                BatchSQL.prune,
                [.int8(user.number), .int8(claim.keptSince.microseconds), .int4(16)]
            ),
        ]
    }
}

extension BatchRecord {
    /// Reads the row of `BatchSQL.find`, if there is one.
    init?(_ rows: QueryResult) {
        guard rows.rowCount == 1 else { return nil }
        self.init(
            digest: rows.bytea(0, 0),
            answer: rows.bytea(0, 1),
            position: rows.int8(0, 2)
        )
    }
}
