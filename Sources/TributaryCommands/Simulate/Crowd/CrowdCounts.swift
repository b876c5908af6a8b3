import HealthOutbox

/// What has been sent for a crowd, and what became of it.
struct CrowdCounts: Sendable, Equatable {
    /// People whose samples are all sent.
    var users = 0
    /// Days of people that are sent.
    var steps = 0
    /// Samples sent, repetitions included.
    var samples = 0
    /// What became of them.
    private(set) var outcomes: [PushAnswer.Outcome: Int] = [:]
    /// What was refused and should have been taken, by code.
    private(set) var refusals: [String: Int] = [:]
    /// Samples that had been deleted and were refused for it, as they had to be.
    private(set) var expectedRefusals = 0
    /// Samples that had been deleted and were taken nevertheless.
    private(set) var wronglyTaken = 0

    /// How many were refused that should have been taken.
    var refused: Int { refusals.values.reduce(0, +) }

    /// Whether the server took what it had to take, and nothing else.
    var isClean: Bool { refused == 0 && wronglyTaken == 0 }

    /// Counts the answer to a push.
    ///
    /// - Parameter expected: How many of the samples had been deleted before.
    mutating func count(_ answer: PushAnswer, expectedRefusals expected: Int) {
        samples += answer.total
        for outcome in PushAnswer.Outcome.allCases {
            outcomes[outcome, default: 0] += answer.count(outcome)
        }
        var deleted = 0
        for rejection in answer.rejections {
            if rejection.refusal.code == "deleted", deleted < expected {
                deleted += 1
            } else {
                refusals[rejection.refusal.code, default: 0] += 1
            }
        }
        expectedRefusals += deleted
        wronglyTaken += expected - deleted
    }

    /// Counts samples that could not be deleted.
    mutating func countUndeleted(_ count: Int) {
        if count > 0 { refusals["not deleted", default: 0] += count }
    }

    /// The outcomes in words, in their order.
    var summary: String {
        PushAnswer.Outcome.allCases.map { outcome in
            "\(NumberText.whole(outcomes[outcome] ?? 0)) \(outcome)"
        }.joined(separator: ", ")
    }
}
