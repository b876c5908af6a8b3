/// Emptying the queue.
extension HealthOutbox {
    /// Sends batches, one after the other in their order, until none is left or it cannot go on.
    ///
    /// What is appended meanwhile is sent, too. A batch goes only when the server has told what became
    /// of all of it; what the server refused is then in `rejected`. One task at a time may call it.
    ///
    /// - Parameters:
    ///   - clock: Time and chance, for the pauses before a batch is sent again.
    ///   - report: Told what happens, as it does.
    package func drain(
        to destination: OutboxDestination,
        clock: RetryClock = .system,
        report: @Sendable (DrainEvent) -> Void = { _ in }
    ) async -> DrainResult {
        precondition(!isDraining, "One task at a time empties an outbox.")
        isDraining = true
        defer { isDraining = false }
        var result = DrainResult()
        do {
            while let entry = entries.first {
                try Task.checkCancellation()
                try checkOpen()
                guard let batch = try load(entry, &result, report) else { continue }
                let tally = try await deliver(batch, entry, to: destination, clock, report)
                guard let tally else { continue }
                result.tally.add(tally)
                report(.answered(entry.name, tally, waiting: entries.count))
            }
        } catch let end as DrainStop {
            result.end = end.end
        } catch let error as OutboxError {
            result.end = .failed(error)
        } catch {
            result.end = .cancelled
        }
        return result
    }

    /// Reads a batch; one that is damaged is set aside, as it must not keep the others.
    private func load(
        _ entry: QueueEntry,
        _ result: inout DrainResult,
        _ report: (DrainEvent) -> Void
    ) throws(OutboxError) -> QueuedBatch? {
        do throws(OutboxError) {
            return try QueuedBatch(reading: queue.file(entry.fileName), kind: entry.kind)
        } catch {
            guard error.code == .damaged else { throw error }
            try queue.move(entry.fileName, to: entry.fileName, in: damaged)
            entries.removeFirst()
            result.tally.addDamagedFile()
            report(.setAside("\(error); it is now in \(damaged.path)"))
            return nil
        }
    }

    /// Sends the first batch until it is answered, and takes it out of the queue.
    ///
    /// Nil where other batches have taken its place.
    private func deliver(
        _ batch: QueuedBatch,
        _ entry: QueueEntry,
        to destination: OutboxDestination,
        _ clock: RetryClock,
        _ report: (DrainEvent) -> Void
    ) async throws -> OutboxTally? {
        var entry = entry
        var attempt = 1
        while true {
            let verdict = try await destination.send(batch, as: entry.name, clock: clock)
            try checkOpen()
            switch verdict {
            case .handled(let answer):
                return try settle(batch, entry, answer)
            case .refused(let refusal):
                return try refuse(batch, entry, refusal, report)
            case .forbidden(let reason):
                throw DrainStop(end: .refused(reason))
            case .conflict:
                let old = entry.name
                entry = try rename(entry)
                report(.renamed(old, entry.name))
                let reason = "the server knows another batch of this name"
                try await pause(after: attempt, reason, nil, clock, report)
            case .temporary(let reason, let retryAfter):
                try await pause(after: attempt, reason, retryAfter, clock, report)
            }
            attempt += 1
        }
    }

    private func pause(
        after attempt: Int,
        _ reason: String,
        _ retryAfter: Duration?,
        _ clock: RetryClock,
        _ report: (DrainEvent) -> Void
    ) async throws {
        let pause = settings.retries.pause(
            after: attempt,
            retryAfter: retryAfter,
            jitter: clock.jitter()
        )
        guard let pause else { throw DrainStop(end: .exhausted(reason)) }
        report(.waiting(pause, reason))
        try await clock.spend(pause)
    }
}

/// What becomes of the first batch.
extension HealthOutbox {
    /// Keeps what was refused of a batch, and takes the batch out of the queue.
    private func settle(
        _ batch: QueuedBatch,
        _ entry: QueueEntry,
        _ answer: PushAnswer
    ) throws(OutboxError) -> OutboxTally {
        var lines = RejectedLines(batch)
        for exception in answer.rejections { lines.add(exception.index, exception.refusal) }
        try remove(entry, keeping: lines)
        var tally = OutboxTally()
        tally.add(answer, kind: batch.kind)
        return tally
    }

    /// Halves a batch that is refused as a whole; a single sample is then what is refused.
    private func refuse(
        _ batch: QueuedBatch,
        _ entry: QueueEntry,
        _ refusal: Refusal,
        _ report: (DrainEvent) -> Void
    ) throws(OutboxError) -> OutboxTally? {
        guard batch.lines.count > 1 else {
            var lines = RejectedLines(batch)
            lines.add(0, refusal)
            try remove(entry, keeping: lines)
            var tally = OutboxTally()
            tally.add(refusal, kind: batch.kind)
            return tally
        }
        let (first, second) = entry.divided
        let middle = batch.lines.count / 2
        try queue.write(batch.part(0..<middle).fileBytes, as: first.fileName)
        try queue.write(batch.part(middle..<batch.lines.count).fileBytes, as: second.fileName)
        try queue.remove(entry.fileName)
        entries.replaceSubrange(entries.startIndex...entries.startIndex, with: [first, second])
        report(.divided(refusal.description))
        return nil
    }

    /// Gives the first batch a name that the server does not know.
    private func rename(_ entry: QueueEntry) throws(OutboxError) -> QueueEntry {
        var renamed = entry
        renamed.name = .random()
        try queue.move(entry.fileName, to: renamed.fileName, in: queue)
        entries[entries.startIndex] = renamed
        return renamed
    }

    private func remove(_ entry: QueueEntry, keeping lines: RejectedLines) throws(OutboxError) {
        // First kept, then removed: a kill in between writes the same file again.
        if !lines.bytes.isEmpty {
            try rejected.write(lines.bytes, as: "\(entry.name).ndjson")
        }
        try queue.remove(entry.fileName)
        entries.removeFirst()
    }
}

/// The end of a drain before the queue is empty.
private struct DrainStop: Error {
    let end: DrainResult.End
}
