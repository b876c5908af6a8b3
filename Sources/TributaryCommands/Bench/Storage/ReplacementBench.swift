import Postgres

/// What stays on disk when every sample is replaced by a higher version, again and again.
struct ReplacementBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// A server on which nothing was stored.
    let calls: BenchCalls

    /// The bytes of a sample that is there, round by round.
    private struct Sizes {
        var first: [Double] = []
        var before: [Double] = []
        var after: [Double] = []
        var deletions: [Double] = []
    }

    /// Stores one version, then replaces it as often as there are repetitions.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        let connection = try calls.connection()
        let users = try calls.createUsers(plan.connections)
        try push(version: 0, users)
        var sizes = Sizes()
        let once = try bytes(of: "samples", connection)
        for version in 1...plan.repetitions {
            try progress.note("bench: storage, replacement \(version)")
            try push(version: version, users)
            sizes.first.append(once)
            sizes.before.append(try bytes(of: "samples", connection))
            try connection.script("VACUUM samples")
            sizes.after.append(try bytes(of: "samples", connection))
            let deletions = try bytes(of: "deletions", connection)
            sizes.deletions.append(deletions / Double(version))
        }
        return figures(sizes)
    }

    /// Pushes every sample under the name it always has, as a new one.
    private func push(version: Int, _ users: [String]) throws {
        _ = try timeOnThreads(users.count) { number in
            var workload = BenchWorkload(seed: UInt64(number))
            let ingest = HTTPIngest(calls: calls)
            let client = try calls.client()
            for _ in 0..<plan.batches {
                let samples = workload.batch(plan.batchSize).map {
                    $0.version(version)
                }
                let body = BenchBody.document(samples)
                try ingest.send(HTTPIngest.Push(user: users[number], body: body), client)
            }
        }
    }

    private func bytes(of table: String, _ connection: Connection) throws -> Double {
        Double(try TableSizes(connection).bytes(ofTable: table)) / Double(plan.samples)
    }

    /// The first round and the last: what is in between grows from one to the other.
    private func figures(_ sizes: Sizes) -> [BenchFigure] {
        func figure(_ name: String, _ bytes: Double?) -> BenchFigure {
            BenchFigure(name, [bytes ?? 0], "bytes", over: "stored once", sizes.first)
        }
        let rounds = sizes.after.count
        return [
            BenchFigure("sample with a sync version, with indexes", sizes.first, "bytes"),
            figure("the same, all replaced once", sizes.before.first),
            figure("the same, then VACUUM", sizes.after.first),
            figure("the same, replaced \(rounds) times, VACUUM each time", sizes.after.last),
            BenchFigure("mark of a deletion, with indexes", sizes.deletions, "bytes"),
        ]
    }
}

extension BenchSample {
    /// The sample as a version of what it stands for, with a uuid of the version's own.
    fileprivate func version(_ version: Int) -> BenchSample {
        BenchSample(
            uuid: uuid &+ UInt128(version),
            type: type,
            start: start,
            end: end,
            value: value + Double(version),
            device: device,
            sync: Sync(identifier: uuid, version: version)
        )
    }
}
