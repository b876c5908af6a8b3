import Foundation
import HTTPClient

/// Lines of samples that are made while they are sent.
struct LineStream: Sendable {
    /// How many lines there are.
    var count: Int
    /// How many samples they stand for: after so many lines they repeat themselves.
    var distinct = Int.max
    /// The blanks at the end of each line.
    var padding = 0

    /// Sends the lines as a push of a person, on a thread of its own.
    ///
    /// - Parameter willSend: called on that thread before each line with its number.
    func push(
        to url: String,
        as person: Person,
        batch: String? = nil,
        willSend: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ClientResponse {
        let query = batch.map { "?batch=\($0)" } ?? ""
        let request = ClientRequest(
            method: "POST",
            path: "/v1/users/me/samples" + query,
            headers: [("Content-Type", "application/x-ndjson")],
            body: nil,
            timeout: .seconds(200)
        )
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let result = Result {
                    try HTTPClient(baseURL: url, token: person.token)
                        .send(request, from: source(willSend))
                }
                continuation.resume(with: result)
            }
        }
    }

    private func source(_ willSend: @escaping @Sendable (Int) -> Void) -> BodySource {
        let blanks = String(repeating: " ", count: padding)
        var number = 0
        var rest: [UInt8] = []
        return BodySource { limit in
            while rest.count < limit, number < count {
                willSend(number)
                rest += Array((line(number) + blanks + "\n").utf8)
                number += 1
            }
            let piece = Array(rest.prefix(limit))
            rest.removeFirst(piece.count)
            return piece
        }
    }

    private func line(_ number: Int) -> String {
        let second = number % distinct
        let time = [second / 3600 % 24, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let moment = "2026-01-0\(1 + second / 86_400)T\(time)Z"
        return #"{"type":"stepCount","start":"\#(moment)","end":"\#(moment)","#
            + #""value":\#(second % 100),"unit":"count"}"#
    }
}
