import HealthModel
import HealthOutbox

/// What became of the samples of an import, type by type.
struct ImportTally: Sendable {
    /// The samples of one type.
    struct TypeCounts: Sendable {
        /// How many were read.
        var records = 0
        /// How many had each outcome; empty in a dry run.
        var outcomes: [PushAnswer.Outcome: Int] = [:]
        /// The earliest start.
        var first: Instant
        /// The latest end.
        var last: Instant

        /// Counts one sample; in place, as a copy would copy the outcomes.
        fileprivate mutating func count(
            from start: Instant,
            to end: Instant,
            _ outcome: PushAnswer.Outcome?
        ) {
            records += 1
            first = min(first, start)
            last = max(last, end)
            if let outcome { outcomes[outcome, default: 0] += 1 }
        }
    }

    /// The samples that were refused with one code.
    struct Refusal: Sendable {
        /// How many there were.
        var count = 0
        /// The first few, in words.
        var examples: [String] = []
    }

    /// The counts by type, as the export spells it.
    private(set) var types: [String: TypeCounts] = [:]
    /// The refusals by code.
    private(set) var refusals: [String: Refusal] = [:]

    /// How many samples were in pushes that failed: nobody knows what became of them.
    private(set) var unanswered = 0

    /// How many examples of a refusal are kept.
    private static let exampleLimit = 3

    /// Counts samples that were read and not pushed.
    mutating func count(_ drafts: [SampleDraft]) {
        for draft in drafts { count(draft, outcome: nil) }
    }

    /// Counts samples that were pushed together, with what became of them.
    mutating func count(_ drafts: [SampleDraft], _ answer: PushAnswer) {
        var exceptions = answer.exceptions[...]
        for (index, draft) in drafts.enumerated() {
            guard let exception = exceptions.first, exception.index == index else {
                count(draft, outcome: .stored)
                continue
            }
            exceptions.removeFirst()
            count(draft, outcome: exception.outcome)
            if exception.outcome == .rejected { note(exception, of: draft) }
        }
    }

    /// Counts samples of a push that failed.
    mutating func countUnanswered(_ drafts: [SampleDraft]) { unanswered += drafts.count }

    /// How many samples were counted, each with its outcome where they were pushed.
    var records: Int { types.values.reduce(0) { $0 + $1.records } }

    /// How many samples had an outcome.
    func total(_ outcome: PushAnswer.Outcome) -> Int {
        types.values.reduce(0) { $0 + ($1.outcomes[outcome] ?? 0) }
    }

    private mutating func count(_ draft: SampleDraft, outcome: PushAnswer.Outcome?) {
        let (start, end) = (draft.start.instant, draft.end.instant)
        types[draft.type, default: TypeCounts(first: start, last: end)]
            .count(from: start, to: end, outcome)
    }

    private mutating func note(_ exception: PushAnswer.Exception, of draft: SampleDraft) {
        refusals[exception.refusal.code, default: Refusal()].count += 1
        guard refusals[exception.refusal.code]?.examples.count ?? 0 < Self.exampleLimit else {
            return
        }
        let text =
            "\(draft.type) at \(RFC3339.format(draft.start.instant)),"
            + " \(draft.content.summary): \(exception.refusal.detail)"
        refusals[exception.refusal.code]?.examples.append(text)
    }
}

extension DraftContent {
    /// What was measured, in a few words.
    fileprivate var summary: String {
        switch self {
        case .quantity(let value, let unit): "\(NumberText.short(value)) \(unit)"
        case .category(let value): value.summary
        case .workout(let workout): workout.activityType.summary
        case .correlation(let objects): "\(objects.count) samples"
        }
    }
}

extension CategoryDraft {
    /// The name or the number as it was written.
    fileprivate var summary: String {
        switch self {
        case .named(let name): name
        case .raw(let number): String(number)
        }
    }
}
