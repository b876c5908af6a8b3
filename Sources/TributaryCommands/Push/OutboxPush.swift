import HealthOutbox

/// A run of `tributary push`: files into the queue, the queue to the server, once or again and again.
struct OutboxPush: Sendable {
    /// The queue.
    let outbox: HealthOutbox
    /// The server.
    let destination: OutboxDestination
    /// The time between two looks for files; nil looks once.
    let interval: Duration?
    /// Where progress is shown.
    let console: Console
    /// Time and chance.
    var clock = RetryClock.system

    /// Runs until there is no more to do, or the task is cancelled, or the server refuses it.
    func run() async -> PushSummary {
        let progress = PushProgress(console, tellsRefusals: interval != nil)
        var summary = PushSummary(directory: outbox.directory)
        while true {
            let isFinal = await step(&summary, progress)
            guard let interval, !isFinal, !Task.isCancelled else { break }
            if let failure = summary.failure { progress.tell(failure) }
            do {
                try await clock.wait(interval)
            } catch {
                break
            }
        }
        progress.end()
        // Whoever ends a watch has been told of what failed; it is tried again by the next one.
        if interval != nil && Task.isCancelled { summary.failure = nil }
        summary.waiting = await outbox.waitingBatches
        return summary
    }

    /// Takes what there is and sends it; answers whether there is no point in going on.
    private func step(_ summary: inout PushSummary, _ progress: PushProgress) async -> Bool {
        summary.failure = nil
        do {
            let intake = try await outbox.takeFiles()
            summary.files += intake.files.count
            summary.setAside += intake.setAside
            for text in intake.setAside { progress.tell(text) }
        } catch {
            // What is queued is sent all the same: it may be what fills the disk.
            summary.failure = "\(error)"
        }
        let result = await outbox.drain(to: destination, clock: clock) { progress.show($0) }
        summary.tally.add(result.tally)
        switch result.end {
        case .empty, .cancelled: return false
        case .failed(let error): summary.failure = "\(error)"
        case .exhausted(let reason), .refused(let reason):
            summary.failure = "\(reason); what was not answered stays in \(outbox.directory)"
        }
        if case .refused = result.end { return true }
        return false
    }
}
