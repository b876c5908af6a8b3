import HealthModel
import Postgres

/// The yardstick: binary COPY by libpq into the same table with its indexes, a batch a transaction.
struct CopyBaseline: Sendable {
    /// The server whose database is written to.
    let calls: BenchCalls

    /// Writes each worker's batches on a connection of its own and gives the seconds it took.
    ///
    /// - Parameter users: the number of each user in the database.
    func run(_ work: IngestWork, users: [Int64]) throws -> Double {
        try timeOnThreads(work.workers.count) { worker in
            let connection = try calls.connection()
            for (number, batch) in work.workers[worker].enumerated() {
                try copy(batch.samples, number: number, user: users[batch.user], connection)
            }
        }
    }

    private func copy(
        _ batch: [BenchSample],
        number: Int,
        user: Int64,
        _ connection: Connection
    ) throws {
        let first = Int64(number * batch.count)
        _ = try connection.copyIn("bench.copy", Self.sql) { writer in
            for (index, sample) in batch.enumerated() {
                guard let type = sample.type.quantityType else { continue }
                try writer.row { row in
                    row.int8(user)
                    row.uuid(sample.uuid)
                    row.int8(sample.start)
                    row.int8(sample.end)
                    row.float8(sample.value)
                    row.int8(sample.end)
                    row.int8(first + Int64(index) + 1)
                    row.int4(1)
                    row.int4(1)
                    row.int4(1)
                    row.int2(type.id)
                    row.int2(0)
                    row.int2(0)
                    row.bool(false)
                    row.bool(true)
                    row.jsonb(nil)
                }
            }
        }
    }

    /// The columns that are written, in the order of the rows; psql's line has no line breaks.
    static let columns = """
        user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id, \
        client_id, type_id, start_offset, end_offset, user_entered, created_given, metadata
        """

    private static let sql = "COPY samples (\(columns)) FROM STDIN WITH (FORMAT binary)"
}
