/// Who is read about.
struct ReadSubject: Sendable {
    /// The id of the user.
    let user: String
    /// What the report calls the history.
    let name: String
    private let hasYear: Bool

    /// Makes a user with a history, pushed in large batches.
    init(_ history: BenchHistory, _ plan: BenchPlan, _ calls: BenchCalls) throws {
        user = try calls.createUsers(1)[0]
        name = history.name
        let year = BenchHistory.oneYear.days
        hasYear =
            history.days.lowerBound <= year.lowerBound
            && history.days.upperBound >= year.upperBound
        let ingest = HTTPIngest(calls: calls)
        let work = IngestWork(history, plan, inBatchesOf: 10_000)
        _ = try ingest.run(ingest.spell(work, for: [user]))
    }

    /// Whether the history holds all that an operation asks for.
    func answers(_ operation: ReadOperation) -> Bool { hasYear || operation != .yearOfDays }
}
