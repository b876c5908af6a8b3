import HealthOutbox

/// What became of the pushes of one device.
struct PushCounts: Sendable {
    private var tally = OutboxTally()

    /// Counts what was sent.
    mutating func count(_ sent: OutboxTally) { tally.add(sent) }

    /// The counts as a row of a table: batches, samples, stored, duplicate, rejected.
    var texts: [String] {
        let outcomes: [PushAnswer.Outcome] = [.stored, .duplicate, .rejected]
        return ([tally.batches, tally.sampleCount] + outcomes.map { tally.samples[$0] ?? 0 })
            .map(NumberText.whole)
    }

    /// The titles of `texts`.
    static let titles = ["pushes", "samples", "stored", "duplicate", "rejected"]
}
