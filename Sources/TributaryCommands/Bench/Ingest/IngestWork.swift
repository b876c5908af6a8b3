/// Batches to be stored: what each worker stores, in order, on a connection of its own.
struct IngestWork: Sendable {
    /// Samples of one user that are stored at once.
    struct Batch: Sendable {
        /// The user's number, from 0.
        let user: Int
        /// What is stored.
        let samples: [BenchSample]
    }

    /// The batches of each worker.
    let workers: [[Batch]]
    /// How many users there are.
    let users: Int

    /// All samples.
    var samples: Int { workers.joined().reduce(0) { $0 + $1.samples.count } }

    /// Batches that were made elsewhere.
    init(workers: [[Batch]], users: Int) {
        self.workers = workers
        self.users = users
    }

    /// Batches that workers store for one user each.
    init(perWorker batches: Int, of size: Int, workers count: Int, seed: UInt64) {
        self.init(perWorker: batches, of: size, workers: count, users: count, seed: seed)
    }

    /// Batches of users who take turns, each the same number of times but for one.
    init(perWorker batches: Int, of size: Int, workers count: Int, users: Int, seed: UInt64) {
        var workloads = (0..<users).map { BenchWorkload(seed: seed &* 10_007 &+ UInt64($0)) }
        var workers = [[Batch]](repeating: [], count: count)
        for number in 0..<batches * count {
            let user = number % users
            let samples = workloads[user].batch(size)
            workers[number % count].append(Batch(user: user, samples: samples))
        }
        self.workers = workers
        self.users = users
    }

    /// A history of one user, stored by one worker.
    init(_ history: BenchHistory, _ plan: BenchPlan, inBatchesOf size: Int) {
        workers = [
            history.samples(stepsADay: plan.stepsADay).batches(of: size).map {
                Batch(user: 0, samples: $0)
            }
        ]
        users = 1
    }
}
