import HTTPClient

/// The two clients of every user: one that asks, one whose samples it may not see.
struct HiddenClients: Sendable {
    /// The id of the one that asks.
    let asking: String
    /// The id of the other.
    let other: String

    /// Makes them.
    init(_ calls: BenchCalls) throws {
        func make(_ name: String) throws -> String {
            let body = #"{"bundleIdentifier":"com.example.\#(name)"}"#
            return try calls.send("POST", "/v1/clients", body, "id", calls.client())
        }
        asking = try make("asking")
        other = try make("other")
    }
}

/// A user of whom one client may see its own samples only.
struct HiddenSubject: Sendable {
    /// The id of the user.
    let user: String
    /// How many samples of the other client there are.
    let hidden: Int
    /// The server, called by the client that asks.
    let calls: BenchCalls

    /// Makes a user; the client that asks pushes last, so that its samples have the last positions.
    init(_ hidden: Int, _ clients: HiddenClients, _ plan: BenchPlan, _ calls: BenchCalls) throws {
        let user = try calls.createUsers(1)[0]
        self.user = user
        self.hidden = hidden
        func join(_ client: String) throws -> BenchCalls {
            let operatorClient = try calls.client()
            let grant = "/v1/users/\(user)/grants/\(client)"
            let decision = #"{"share":["*"],"read":[]}"#
            _ = try calls.send("PUT", grant, decision, "client", operatorClient)
            let body = #"{"client":"\#(client)"}"#
            let tokens = "/v1/users/\(user)/tokens"
            return calls.with(
                token: try calls.send("POST", tokens, body, "token", operatorClient)
            )
        }
        let samples = BenchHistory.hidden(hidden, plan).prefix(hidden)
        try Self.push(Array(samples), user, try join(clients.other))
        self.calls = try join(clients.asking)
        try Self.push(Self.own(plan), user, self.calls)
    }

    private static func push(
        _ samples: [BenchSample],
        _ user: String,
        _ calls: BenchCalls
    ) throws {
        let ingest = HTTPIngest(calls: calls)
        let batches = samples.batches(of: 10_000).map { IngestWork.Batch(user: 0, samples: $0) }
        _ = try ingest.run(ingest.spell(IngestWork(workers: [batches], users: 1), for: [user]))
    }

    /// A day in the middle of what is asked for.
    private static func own(_ plan: BenchPlan) -> [BenchSample] {
        BenchHistory.oneDay.samples(stepsADay: plan.stepsADay).map { sample in
            BenchSample(
                uuid: sample.uuid &+ (UInt128(1) << 64),
                type: sample.type,
                start: sample.start,
                end: sample.end,
                value: sample.value,
                device: sample.device
            )
        }
    }
}
