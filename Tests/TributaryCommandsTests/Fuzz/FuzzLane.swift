import Foundation
import TestSupport

/// One of those who send: input after input, each judged by what comes back.
struct FuzzLane {
    let number: Int
    var generator: SeededGenerator
    let server: Server
    let admin: Caller
    let log: FuzzLog
    let run: FuzzRun

    /// After so many inputs the cast is looked at: an input may have erased it.
    private static let inputsOfCast = 200

    /// How long an answer may take that nothing holds up, in seconds.
    private static let patience = 60

    /// Sends until a time.
    mutating func send(until deadline: ContinuousClock.Instant) async {
        while ContinuousClock.now < deadline, !run.isOver, server.program.exitStatus == nil {
            do {
                let cast = try await FuzzCast(
                    by: admin,
                    adminToken: server.data.adminToken(),
                    server: server,
                    log: log
                )
                for _ in 0..<Self.inputsOfCast where ContinuousClock.now < deadline {
                    await send(FuzzInput.random(cast, server.url, using: &generator))
                }
            } catch {
                run.report("lane \(number) cannot begin: \(error)")
            }
        }
    }

    private func send(_ input: FuzzInput) async {
        let port = URL(string: server.url)?.port.flatMap { UInt16(exactly: $0) } ?? 0
        let answer = await FuzzExchange.carryOut(
            input.bytes,
            port: port,
            endsSending: !input.isWhole,
            within: input.isWhole ? Self.patience : 2
        )
        run.count(input.kind, answer.status)
        if let fault = fault(in: answer, to: input) {
            run.report("lane \(number), \(input.kind.rawValue): \(fault): \(input.shown)")
        }
    }

    /// What is wrong with an answer; nothing for a whole one that is no failure, and for none where
    /// the input was no whole request.
    private func fault(in answer: FuzzExchange, to input: FuzzInput) -> String? {
        if let status = answer.status {
            // Busy is an answer; a failure is none.
            return status >= 500 && ![501, 503, 505].contains(status) ? "\(answer.text)" : nil
        }
        guard input.isWhole, !input.fillsBuffer else { return nil }
        return answer.isLate ? "no answer in time" : "closed without an answer"
    }
}
