import HTTPClient

/// What is measured: the same batches pushed over HTTP, each answered when it is durable.
struct HTTPIngest: Sendable {
    /// What a push is spelled as.
    enum Form: Sendable {
        /// A document for each batch.
        case documents
        /// One stream of lines for all the batches of a worker, who has one user.
        case lines
    }

    /// A push that is ready to be sent.
    struct Push: Sendable {
        let user: String
        let body: [UInt8]
    }

    /// The server it is pushed to.
    let calls: BenchCalls
    /// How it is spelled.
    var form = Form.documents

    /// Spells the pushes of each worker, for users by their numbers.
    func spell(_ work: IngestWork, for users: [String]) -> [[Push]] {
        work.workers.map { batches in
            switch form {
            case .documents:
                return batches.map { batch in
                    Push(user: users[batch.user], body: BenchBody.document(batch.samples))
                }
            case .lines:
                guard let first = batches.first else { return [] }
                let lines = BenchBody.lines(batches.flatMap(\.samples))
                return [Push(user: users[first.user], body: lines)]
            }
        }
    }

    /// Pushes on a connection for each worker and gives the seconds it took.
    func run(_ pushes: [[Push]]) throws -> Double {
        try timeOnThreads(pushes.count) { worker in
            let client = try calls.client()
            for push in pushes[worker] { try send(push, client) }
        }
    }

    /// Sends one push and sees to it that it was taken.
    func send(_ push: Push, _ client: HTTPClient) throws {
        let type = form == .documents ? "application/json" : "application/x-ndjson"
        let response = try client.send(
            ClientRequest(
                method: "POST",
                path: "/v1/users/\(push.user)/samples",
                headers: [(name: "Content-Type", value: type)],
                body: push.body,
                timeout: .seconds(600)
            )
        )
        guard response.status == 200 else {
            throw CommandError("a push was answered with status \(response.status)")
        }
    }
}
