/// What became of the pushes of one device.
struct PushCounts: Sendable {
    /// How many pushes there were.
    private(set) var batches = 0
    /// How many samples they held.
    private(set) var samples = 0
    private var outcomes: [PushAnswer.Outcome: Int] = [:]

    /// Counts a push.
    mutating func count(samples count: Int, _ answer: PushAnswer) {
        batches += 1
        samples += count
        for outcome in PushAnswer.Outcome.allCases {
            outcomes[outcome, default: 0] += answer.count(outcome)
        }
    }

    /// How many samples had an outcome.
    func count(_ outcome: PushAnswer.Outcome) -> Int { outcomes[outcome] ?? 0 }

    /// The counts as a row of a table: batches, samples, stored, duplicate, rejected.
    var texts: [String] {
        [batches, samples, count(.stored), count(.duplicate), count(.rejected)]
            .map(NumberText.whole)
    }

    /// The titles of `texts`.
    static let titles = ["pushes", "samples", "stored", "duplicate", "rejected"]
}
