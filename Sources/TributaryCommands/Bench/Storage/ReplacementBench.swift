import Postgres

/// What stays on disk when every sample is replaced by a higher version, again and again.
struct ReplacementBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// A server on which nothing was stored.
    let calls: BenchCalls

    /// Stores one version, then replaces it as often as there are repetitions.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        let connection = try calls.connection()
        let users = try calls.createUsers(plan.connections)
        try push(version: 0, users)
        let once = try look(connection)
        var rounds: [ReplacementRound] = []
        for version in 1...plan.repetitions {
            try progress.note("bench: storage, replacement \(version)")
            try push(version: version, users)
            let before = try look(connection)
            try connection.script("VACUUM samples")
            rounds.append(ReplacementRound(before: before, after: try look(connection)))
        }
        try progress.note("bench: storage, indexes anew")
        try connection.script("REINDEX TABLE samples")
        return ReplacementRound.figures(rounds, once: once, rebuilt: try look(connection))
    }

    private func look(_ connection: Connection) throws -> ReplacementRound.Look {
        let sizes = try TableSizes(connection)
        let samples = Double(plan.samples)
        return ReplacementRound.Look(
            everything: Double(sizes.bytes(ofTable: "samples")) / samples,
            indexes: Double(sizes.bytes(ofIndexesOf: "samples")) / samples,
            deletions: Double(sizes.bytes(ofTable: "deletions")) / samples,
            health: try TableHealth(of: "samples", connection)
        )
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
