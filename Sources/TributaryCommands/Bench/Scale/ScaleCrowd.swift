/// Many users whose stores grow together: they take turns with batches of what comes next.
struct ScaleCrowd {
    /// The ids of the users.
    let users: [String]
    /// The same as the database knows them.
    let numbers: [Int64]

    private var workloads: [BenchWorkload]
    private let batchSize: Int
    private var next = 0

    /// Makes users who have nothing yet.
    init(_ plan: BenchPlan, _ calls: BenchCalls) throws {
        users = try calls.createUsers(plan.users)
        batchSize = plan.batchSize
        numbers = users.map { Int64(bitPattern: UInt64($0, radix: 16) ?? 0) }
        workloads = (0..<plan.users).map { BenchWorkload(seed: UInt64($0)) }
    }

    /// The next batches, of another user each, shared out among workers.
    mutating func work(perWorker batches: Int, workers count: Int) -> IngestWork {
        var workers = [[IngestWork.Batch]](repeating: [], count: count)
        for number in 0..<batches * count {
            let samples = workloads[next].batch(batchSize)
            workers[number % count].append(IngestWork.Batch(user: next, samples: samples))
            next = (next + 1) % users.count
        }
        return IngestWork(workers: workers, users: users.count)
    }
}
