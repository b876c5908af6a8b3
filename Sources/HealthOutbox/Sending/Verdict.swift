import HTTPClient
import HealthModel
import JSON

/// What an answer means for the batch that was sent.
enum Verdict: Sendable {
    /// The server has decided on everything in it.
    case handled(PushAnswer)
    /// It is refused as a whole, and would be again.
    case refused(Refusal)
    /// The server knows another batch of this name.
    case conflict
    /// Another time it may be taken.
    case temporary(reason: String, retryAfter: Duration?)
    /// Nothing is taken from this sender, or not there.
    case forbidden(reason: String)

    /// Judges an answer.
    ///
    /// Only an answer that accounts for every line lets a batch go: a page that a network puts in
    /// the place of the server's answer has a good status, too.
    init(_ response: ClientResponse, to batch: QueuedBatch, now: Instant) {
        let status = response.status
        guard !(200..<300).contains(status) else {
            self = Self.answer(response, to: batch)
            return
        }
        let problem = Refusal(problem: response.body)
        let reason = problem?.description ?? "the server answered with status \(status)"
        if RetryPolicy.isTemporary(status: status) {
            let retryAfter = response.headers.retryAfter(now: now.wholeSeconds)
            self = .temporary(reason: reason, retryAfter: retryAfter)
        } else if status == 409, problem?.code == "batchConflict" {
            self = .conflict
        } else if status == 413 {
            self = .refused(problem ?? Refusal(code: "bodyTooLarge", detail: reason))
        } else if status == 400, let problem, Self.codesOfBodies.contains(problem.code) {
            self = .refused(problem)
        } else {
            self = .forbidden(reason: reason)
        }
    }

    /// The codes that say that a body is bad, and not how or by whom it was sent.
    private static let codesOfBodies: Set = [
        "malformedJSON", "duplicateKey", "invalidRequest", "bodyTruncated",
    ]

    private static func answer(_ response: ClientResponse, to batch: QueuedBatch) -> Verdict {
        do {
            let answer = try JSONParser().parse(response.body) { root in
                batch.kind == .samples
                    ? try PushAnswer(root) : try PushAnswer(deletion: root)
            }
            guard answer.total == batch.lines.count,
                answer.exceptions.allSatisfy({ batch.lines.indices.contains($0.index) }),
                answer.rejections.count == answer.count(.rejected)
            else {
                let count = batch.lines.count
                return .temporary(
                    reason: "the server answered for other than the \(count) samples sent",
                    retryAfter: nil
                )
            }
            return .handled(answer)
        } catch {
            return .temporary(
                reason: "what answered is no Tributary server: \(error)",
                retryAfter: nil
            )
        }
    }
}
