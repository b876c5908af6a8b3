#if !canImport(HealthKit)
import Foundation
import HealthModel

/// The statistics of a collection and what becomes of them.
struct CollectionFeed {
    /// An answer that differs from the one before.
    struct Change: Sendable {
        /// All of the statistics now.
        let answer: CollectionQuestion.Answer
        /// The starts of the intervals that changed, in order.
        let starts: [Instant]

        /// The statistics of each interval that changed; nil for one without data.
        func statistics(_ question: CollectionQuestion) -> [HKStatistics?] {
            let figures = Dictionary(answer.figures.map { ($0.start, $0) }) { first, _ in first }
            return starts.map { start in
                figures[start].map { answer.catalogue.statistics($0, question.question) }
            }
        }
    }

    private let question: CollectionQuestion
    private let server: HealthServer
    private let follows: Bool
    private var watch: ChangeWatch
    private var last: CollectionQuestion.Answer?

    /// Makes a feed.
    ///
    /// - Parameter follows: Whether anybody wants to know of changes.
    init(_ question: CollectionQuestion, on server: HealthServer, follows: Bool) {
        self.question = question
        self.server = server
        self.follows = follows
        let selection = SampleSelection(
            type: question.question.type,
            filter: question.question.filter
        )
        watch = ChangeWatch([selection], on: server)
    }

    /// Asks for the statistics.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    mutating func begin() async throws -> CollectionQuestion.Answer {
        // Before the answer, so that nothing falls between the two.
        if follows { try await watch.begin() }
        do {
            let answer = try await question.answer(on: server)
            last = answer
            return answer
        } catch {
            watch.forget()
            throw error
        }
    }

    /// Waits until statistics changed; nil once the task is cancelled.
    ///
    /// - Throws: `HKError` for a failure that will not pass.
    mutating func next() async throws -> Change? {
        while try await watch.next() != nil {
            guard let answer = try await currentAnswer() else { return nil }
            let change = change(to: answer)
            last = answer
            if !change.starts.isEmpty { return change }
        }
        return nil
    }

    /// Asks until the server answers; nil once the task is cancelled.
    private func currentAnswer() async throws -> CollectionQuestion.Answer? {
        var backoff = Backoff(server)
        while true {
            do {
                return try await question.answer(on: server)
            } catch let error as HKError where !error.isTemporary {
                throw error
            } catch {
                guard (try? await backoff.wait()) != nil else { return nil }
            }
        }
    }

    private func change(to answer: CollectionQuestion.Answer) -> Change {
        func byStart(_ figures: [StatisticsFigures]) -> [Instant: StatisticsFigures] {
            Dictionary(figures.map { ($0.start, $0) }) { first, _ in first }
        }
        let (old, new) = (byStart(last?.figures ?? []), byStart(answer.figures))
        let starts = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        return Change(answer: answer, starts: starts.sorted())
    }
}
#endif
