import Postgres

/// What a sample takes on disk, beside a bare table of what is known of it, and after a re-push.
///
/// Sizes are counted, not timed: a repetition is another share of the samples, and each look is at
/// all that are there by then.
struct StorageBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// A server on which nothing was stored.
    let calls: BenchCalls

    /// The bytes of a sample in each repetition.
    private struct Sizes {
        var bare: [Double] = []
        var samples: [Double] = []
        var everything: [Double] = []
        var again: [Double] = []
    }

    /// Stores, looks, stores the same again, looks.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        let connection = try calls.connection()
        var sizes = Sizes()
        var count = 0
        for repetition in 0..<plan.repetitions {
            try progress.note("bench: storage, repetition \(repetition + 1)")
            let pushes = try pushes(seed: UInt64(repetition), &count)
            _ = try HTTPIngest(calls: calls).run(pushes)
            let tables = try TableSizes(connection)
            let samples = Double(count)
            sizes.bare.append(try bareBytes(connection) / samples)
            sizes.samples.append(Double(tables.bytes(ofTable: "samples")) / samples)
            sizes.everything.append(Double(tables.total) / samples)
            _ = try HTTPIngest(calls: calls).run(pushes)
            let again = try TableSizes(connection)
            sizes.again.append(Double(again.bytes(ofTable: "samples")) / samples)
        }
        return try figures(sizes) + relations(connection, samples: Double(count))
    }

    private func pushes(seed: UInt64, _ count: inout Int) throws -> [[HTTPIngest.Push]] {
        let work = IngestWork(
            perWorker: plan.batches,
            of: plan.batchSize,
            workers: plan.connections,
            seed: seed
        )
        count += work.samples
        return HTTPIngest(calls: calls).spell(work, for: try calls.createUsers(work.users))
    }

    /// The bytes of a table without any index that holds who, what, when, how much and from whom.
    private func bareBytes(_ connection: Connection) throws -> Double {
        try connection.script(
            """
            DROP TABLE IF EXISTS bench_bare;
            CREATE TABLE bench_bare AS
            SELECT user_id, uuid, start_us, end_us, value, source_id, type_id
            FROM samples
            """
        )
        let statement = Statement("bench.bareSize", "SELECT pg_table_size('bench_bare')")
        return Double(try connection.run(statement).int8(0, 0))
    }

    private func figures(_ sizes: Sizes) -> [BenchFigure] {
        let bare = "bare table"
        return [
            BenchFigure("sample in a bare table", sizes.bare, "bytes"),
            BenchFigure("sample, with indexes", sizes.samples, "bytes", over: bare, sizes.bare),
            BenchFigure(
                "sample, with everything there is",
                sizes.everything,
                "bytes",
                over: bare,
                sizes.bare
            ),
            BenchFigure(
                "sample, with indexes, all pushed again",
                sizes.again,
                "bytes",
                over: "once",
                sizes.samples
            ),
        ]
    }

    /// Each table and index that takes more than a hundredth.
    private func relations(_ connection: Connection, samples: Double) throws -> [BenchFigure] {
        let tables = try TableSizes(connection)
        return tables.relations.filter { $0.bytes * 100 > tables.total }.map { relation in
            BenchFigure("of it \(relation.name)", [Double(relation.bytes) / samples], "bytes")
        }
    }
}
