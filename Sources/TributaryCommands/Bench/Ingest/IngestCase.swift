/// A way samples arrive.
enum IngestCase: CaseIterable, Sendable {
    /// The bar's: batches of 1000, a user a connection.
    case thousands
    /// Batches of 100.
    case hundreds
    /// Batches of 10.
    case tens
    /// One NDJSON body a connection.
    case stream
    /// Batches of 1000 of 50 users, in turns.
    case manyUsers
    /// A history, as a phone sends it at its first start: one connection, batches of 1000.
    case backfill

    /// What the report calls it.
    func name(_ plan: BenchPlan) -> String {
        switch self {
        case .thousands: "batches of 1000"
        case .hundreds: "batches of 100"
        case .tens: "batches of 10"
        case .stream: "NDJSON streams"
        case .manyUsers: "50 users, batches of 1000"
        case .backfill: "backfill of \(BenchHistory.long(plan.historyDays).name)"
        }
    }

    /// How it is spelled.
    var form: HTTPIngest.Form { self == .stream ? .lines : .documents }

    /// What is stored in a repetition; small batches are fewer samples, as they take longer.
    func work(_ plan: BenchPlan, repetition: Int) -> IngestWork {
        let seed = UInt64(
            repetition * Self.allCases.count + (Self.allCases.firstIndex(of: self) ?? 0)
        )
        let (batches, size) =
            switch self {
            case .hundreds: (3 * plan.batches, max(plan.batchSize / 10, 1))
            case .tens: (10 * plan.batches, max(plan.batchSize / 100, 1))
            default: (plan.batches, plan.batchSize)
            }
        switch self {
        case .backfill:
            // A third of what a person has: every day of it is there, in less time.
            let sparse = BenchPlan(stepsADay: plan.stepsADay / 3)
            return IngestWork(.long(plan.historyDays), sparse, inBatchesOf: plan.batchSize)
        case .manyUsers:
            return IngestWork(
                perWorker: batches,
                of: size,
                workers: plan.connections,
                users: 50,
                seed: seed
            )
        default:
            return IngestWork(perWorker: batches, of: size, workers: plan.connections, seed: seed)
        }
    }
}
