import Foundation
import HealthImport
import HealthModel
import Synchronization

/// An import of one export: a thread reads it while tasks push what was read.
///
/// A few batches are held at a time, so memory does not grow with the file: those under way, one
/// that waits, and one that is being read.
///
/// Batches that are under way together are stored in any order, which changes nothing of what is
/// stored: identity comes from content, of versions the highest ends up live, and a correlation
/// takes in a member that came first as it does one that comes with it. Only the counts can tell:
/// of two equal samples in different batches either may be the duplicate.
struct AppleHealthImport: Sendable {
    /// The export.
    let reader: AppleHealthReader
    /// Where the samples go; nil only counts them.
    let destination: (client: APIClient, user: String)?
    /// Pushes under way at once.
    var connections = Self.usualConnections
    /// Where progress is shown.
    let console: Console

    /// How many pushes may be under way at once.
    ///
    /// Those of one user wait for one another inside the server, each with a session of its pool:
    /// more than half of the eight that a server has would keep others waiting.
    static let connectionRange = 1...4
    /// While one push is being stored the next is spelled, sent, checked and waits for its turn.
    static let usualConnections = 2

    /// What an import did.
    struct Result: Sendable {
        /// What became of the samples.
        var tally: ImportTally
        /// What the reader found besides; nil when it did not come to the end.
        var report: ImportReport?
        /// Why the import did not come to the end.
        var failure: (any Error)?
        /// Whether what the export says of the person was imported, too.
        var hasCharacteristics = false
    }

    /// Runs the import to its end, or to the first failure that does not pass.
    ///
    /// What was read before a break of the file is pushed and counted all the same.
    func run() async -> Result {
        let batches = Handoff<[SampleDraft]>(capacity: 1)
        let tally = SharedTally()
        let reading = Task { try await read(into: batches) }
        var failure = await pushAll(batches, tally)
        let report = await reading.result
        if failure == nil, case .failure(let error) = report { failure = error }
        return Result(
            tally: tally.counts,
            report: try? report.get(),
            failure: failure
        )
    }

    /// Pushes everything, and gives the failure that ended it early.
    ///
    /// What is under way when a push fails comes to its end: cancelled, it would be stored or not
    /// without anybody hearing of it.
    private func pushAll(
        _ batches: Handoff<[SampleDraft]>,
        _ tally: SharedTally
    ) async -> (any Error)? {
        await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<connections {
                group.addTask {
                    do { try await take(batches, tally) } catch { return error }
                    return nil
                }
            }
            var failure: (any Error)?
            for await error in group { failure = failure ?? error }
            return failure
        }
    }

    /// Pushes batches until there are no more, or one cannot be pushed.
    private func take(_ batches: Handoff<[SampleDraft]>, _ tally: SharedTally) async throws {
        while let batch = await batches.next() {
            guard let destination else {
                tally.update { $0.count(batch) }
                continue
            }
            do {
                let answer = try await destination.client.push(batch, user: destination.user)
                tally.update { $0.count(batch, answer) }
            } catch {
                // Nobody goes on reading or pushing what comes after a hole.
                batches.cancel()
                tally.update { $0.countUnanswered(batch) }
                throw error
            }
        }
    }

    /// Reads the export on a thread of its own: the reader blocks.
    private func read(into batches: Handoff<[SampleDraft]>) async throws -> ImportReport {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let outcome = Swift.Result { try readAll(into: batches) }
                batches.finish()
                continuation.resume(with: outcome)
            }
        }
    }

    private func readAll(into batches: Handoff<[SampleDraft]>) throws -> ImportReport {
        var line = ImportProgressLine(isTerminal: console.isTerminal)
        var batch = DraftBatch()
        let start = ContinuousClock.now
        defer { if let text = line.erase() { console.error(text) } }
        do {
            let report = try reader.read(
                sample: { if let full = batch.append($0) { try batches.put(full) } },
                progress: { progress in
                    let seconds = start.duration(to: .now) / .seconds(1)
                    guard let text = line.update(progress, seconds: seconds) else { return }
                    console.error(text)
                }
            )
            try finish(batch, batches)
            return report
        } catch let error as ImportError {
            // The file breaks off or is damaged here: what it held before counts.
            try finish(batch, batches)
            throw error
        }
    }

    private func finish(_ batch: DraftBatch, _ batches: Handoff<[SampleDraft]>) throws {
        if !batch.drafts.isEmpty { try batches.put(batch.drafts) }
    }
}

/// The counts that the pushing tasks share.
private final class SharedTally: Sendable {
    private let tally = Mutex(ImportTally())

    var counts: ImportTally { tally.withLock { $0 } }

    func update(_ change: (inout ImportTally) -> Void) { tally.withLock { change(&$0) } }
}
