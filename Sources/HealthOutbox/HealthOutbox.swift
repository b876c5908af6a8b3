/// A queue on disk of what a device has to tell a server: samples, and deletions of samples.
///
/// What `append` has returned for is sent, in the order it was appended, however often the process or
/// the machine ends in between; it leaves the queue only with the server's word on every sample. One
/// outbox at a time holds a directory. `docs/sync.md` has the layout and what is promised.
package actor HealthOutbox {
    /// The directory.
    package nonisolated let directory: String
    /// How it works.
    package nonisolated let settings: OutboxSettings

    /// The directory itself, where files are dropped.
    nonisolated let root: DurableDirectory
    /// Where the batches are that have not been answered.
    nonisolated let queue: DurableDirectory
    /// Where samples go that a server refused.
    nonisolated let rejected: DurableDirectory
    /// Where files go that cannot be read.
    nonisolated let damaged: DurableDirectory
    /// Where a dropped file is while it is taken into the queue.
    nonisolated let taken: DurableDirectory

    /// The batches that have not been answered, in the order they are sent.
    var entries: ArraySlice<QueueEntry>
    /// Whether somebody sends.
    var isDraining = false

    private var lastNumber: Int
    private var claim: OutboxClaim?
    private nonisolated let executor = OutboxExecutor()

    /// Runs on a queue of its own, as it waits for the disk.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the outbox in a directory, which is made where there is none.
    ///
    /// Blocks for the disk. Files that are none of the queue's are moved to `damaged`.
    ///
    /// - Throws: `inUse` while another process, or another value in this one, has it; `disk`.
    package init(
        directory: String,
        settings: OutboxSettings = OutboxSettings()
    ) throws(OutboxError) {
        self.directory = directory
        self.settings = settings
        root = try DurableDirectory(directory)
        claim = try OutboxClaim(directory)
        queue = try DurableDirectory(directory + "/queue")
        rejected = try DurableDirectory(directory + "/rejected")
        damaged = try DurableDirectory(directory + "/damaged")
        taken = try DurableDirectory(directory + "/taken")
        for directory in [queue, rejected, taken] { try directory.sweep() }
        entries = try Self.recover(queue, damaged)[...]
        lastNumber = entries.last?.number ?? 0
    }

    /// How many batches have not been answered.
    package var waitingBatches: Int { entries.count }

    /// Lets go of the directory, so that another may open it; once is as good as often.
    ///
    /// Afterwards nothing can be appended, taken or sent. It also goes with the value, a little later.
    package func close() { claim = nil }

    /// Refuses to work on a directory that may be another's by now.
    ///
    /// - Throws: `closed`.
    func checkOpen() throws(OutboxError) {
        guard claim != nil else {
            throw OutboxError(.closed, "the outbox \(directory) is closed")
        }
    }

    /// Puts a batch at the end of the queue; on disk when the call returns.
    ///
    /// - Throws: `disk`, `closed`; then the queue is as it was.
    func enqueue(
        _ batch: QueuedBatch,
        as name: BatchName,
        of origin: BatchName?
    ) throws(OutboxError) -> QueueEntry {
        try checkOpen()
        var entry = QueueEntry(number: lastNumber + 1, name: name, kind: batch.kind)
        entry.origin = origin
        try queue.write(batch.fileBytes, as: entry.fileName)
        lastNumber += 1
        entries.append(entry)
        return entry
    }

    /// Takes batches out of the queue of which nobody needs to send the lines.
    func withdraw(_ batches: [QueueEntry]) {
        guard !batches.isEmpty else { return }
        let batches = Set(batches)
        for entry in batches {
            // A file that cannot be removed now is sent after the next start, which does no harm.
            try? queue.remove(entry.fileName)
        }
        entries.removeAll { batches.contains($0) }
    }

    /// Reads what is in the queue.
    private static func recover(
        _ queue: DurableDirectory,
        _ damaged: DurableDirectory
    ) throws(OutboxError) -> [QueueEntry] {
        var entries: [QueueEntry] = []
        for name in try queue.names() {
            guard let entry = QueueEntry(fileName: name) else {
                try queue.move(name, to: name, in: damaged)
                continue
            }
            entries.append(entry)
        }
        entries.sort()
        // A batch is still there while its halves are written: then they are not yet all there.
        var whole: [QueueEntry] = []
        for entry in entries {
            if let last = whole.last, entry.isPart(of: last) {
                try queue.remove(entry.fileName)
            } else {
                whole.append(entry)
            }
        }
        return whole
    }
}
