import Foundation
import HTTPClient
import TestSupport

/// What the server says to a push.
struct PushAnswer: Decodable {
    let stored: Int
    let replaced: Int
    let duplicate: Int
    let ignored: Int
    let rejected: Int
}

/// Pushes batches from several tasks, and reads totals meanwhile, until the ledger is over.
///
/// An answer of 503 leaves a batch unacknowledged; a lost connection ends its writer. Any other
/// answer is a surprise in the ledger.
func write(
    to caller: Caller,
    into ledger: Ledger,
    writers: Int = 4,
    while body: () async throws -> Void
) async throws {
    ledger.setOver(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<writers {
            group.addTask { await pushUntilOver(caller, ledger) }
        }
        group.addTask { await readUntilOver(caller, ledger) }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        ledger.setOver(true)
        try await group.waitForAll()
        try outcome.get()
    }
}

@concurrent
private func pushUntilOver(_ caller: Caller, _ ledger: Ledger) async {
    while let batch = ledger.next() {
        do {
            let response = try await caller.send("POST", "/v1/users/me/samples", batch.json)
            judge(response, to: batch, ledger)
            if response.status == 503 { try await Task.sleep(for: .milliseconds(20)) }
        } catch is HTTPClientError {
            return
        } catch {
            ledger.note(surprise: "\(error)")
            return
        }
    }
}

private func judge(_ response: ClientResponse, to batch: StepBatch, _ ledger: Ledger) {
    let text = String(decoding: response.body, as: UTF8.self)
    switch response.status {
    case 503: return
    case 200:
        let answer = try? JSONDecoder().decode(PushAnswer.self, from: Data(response.body))
        guard let answer, answer.stored + answer.duplicate == batch.samples.count else {
            return ledger.note(surprise: text)
        }
        ledger.acknowledge(batch)
    default: ledger.note(surprise: "\(response.status) \(text)")
    }
}

/// Reads make the server settle and store what it has merged, which a crash may cut short, too.
@concurrent
private func readUntilOver(_ caller: Caller, _ ledger: Ledger) async {
    while !ledger.isOver {
        do {
            let response = try await caller.send("GET", collectionPath(days: 4))
            guard [200, 503].contains(response.status) else {
                let text = String(decoding: response.body, as: UTF8.self)
                return ledger.note(surprise: "\(response.status) \(text)")
            }
        } catch is HTTPClientError {
            return
        } catch {
            return ledger.note(surprise: "\(error)")
        }
    }
}

/// The path of the daily totals from the origin on.
func collectionPath(days: Int) -> String {
    "/v1/users/me/statistics/stepCount/collection?start=\(Steps.time(0))"
        + "&end=\(Steps.time(days * 1440))&interval=P1D&timeZone=UTC"
}
