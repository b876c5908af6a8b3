/// What became of what an outbox sent, added up.
package struct OutboxTally: Sendable, Hashable {
    /// How many batches were answered.
    package private(set) var batches = 0
    /// How many samples had each outcome.
    package private(set) var samples: [PushAnswer.Outcome: Int] = [:]
    /// How many deletions had each outcome: `stored` for what was deleted, `duplicate` for what was
    /// gone already.
    package private(set) var deletions: [PushAnswer.Outcome: Int] = [:]
    /// How often each code was the reason of a rejection.
    package private(set) var refusals: [String: Int] = [:]
    /// How many files of the queue were damaged and set aside.
    package private(set) var damagedFiles = 0

    /// Makes a tally of nothing.
    package init() {}

    /// Adds another one.
    package mutating func add(_ other: OutboxTally) {
        batches += other.batches
        samples.merge(other.samples, uniquingKeysWith: +)
        deletions.merge(other.deletions, uniquingKeysWith: +)
        refusals.merge(other.refusals, uniquingKeysWith: +)
        damagedFiles += other.damagedFiles
    }

    /// How many samples were pushed.
    package var sampleCount: Int { samples.values.reduce(0, +) }

    /// How many deletions were sent.
    package var deletionCount: Int { deletions.values.reduce(0, +) }

    /// Whether nothing was refused, and nothing damaged.
    package var isClean: Bool { refusals.isEmpty && damagedFiles == 0 }

    /// Adds an answer to a batch.
    mutating func add(_ answer: PushAnswer, kind: QueueEntry.Kind) {
        batches += 1
        for outcome in PushAnswer.Outcome.allCases where answer.count(outcome) > 0 {
            add(answer.count(outcome), outcome, kind)
        }
        for exception in answer.rejections { refusals[exception.refusal.code, default: 0] += 1 }
    }

    /// Adds a sample that was refused alone, as a whole batch.
    mutating func add(_ refusal: Refusal, kind: QueueEntry.Kind) {
        batches += 1
        add(1, .rejected, kind)
        refusals[refusal.code, default: 0] += 1
    }

    /// Adds a damaged file.
    mutating func addDamagedFile() { damagedFiles += 1 }

    private mutating func add(
        _ count: Int,
        _ outcome: PushAnswer.Outcome,
        _ kind: QueueEntry.Kind
    ) {
        switch kind {
        case .samples: samples[outcome, default: 0] += count
        case .deletions: deletions[outcome, default: 0] += count
        }
    }
}
