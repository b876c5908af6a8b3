import HealthAPI
package import HealthModel
import JSON

/// Filling the queue.
///
/// All of a call's batches are in the queue, and on disk, when it returns; when it throws, none is.
/// A process that is killed in between may leave the first ones: who does not know gives the same
/// `key` again, and what is in the queue already stays as it is.
extension HealthOutbox {
    /// Appends samples as the wire has them, one a line.
    ///
    /// The server judges each line by itself, so a line that is no sample costs only itself.
    ///
    /// - Parameter key: What the batches' names are made from; a new one unless given.
    /// - Returns: The names of the batches, in order; none where there is no line.
    /// - Throws: `disk`.
    @discardableResult
    package func append(
        samples lines: [UInt8],
        key: BatchName? = nil
    ) throws(OutboxError) -> [BatchName] {
        var appending = Appending(kind: .samples, key: key)
        for line in lines.split(separator: UInt8(ascii: "\n")) { try add(line, to: &appending) }
        return try finish(&appending)
    }

    /// Appends samples that have not been written yet.
    ///
    /// - Returns: The names of the batches, in order.
    /// - Throws: `disk`.
    @discardableResult
    package func append(
        samples drafts: [SampleDraft],
        key: BatchName? = nil
    ) throws(OutboxError) -> [BatchName] {
        var appending = Appending(kind: .samples, key: key)
        var encoder = SampleEncoder()
        var writer = JSONWriter(capacity: 1024)
        for draft in drafts {
            encoder.write(draft, to: &writer)
            try add(writer.bytes, to: &appending)
            writer.removeAll()
        }
        return try finish(&appending)
    }

    /// Appends deletions of samples by identifier; those appended before are sent first.
    ///
    /// - Returns: The names of the batches, in order.
    /// - Throws: `disk`.
    @discardableResult
    package func append(
        deletions identifiers: [SampleID],
        key: BatchName? = nil
    ) throws(OutboxError) -> [BatchName] {
        var appending = Appending(kind: .deletions, key: key)
        for identifier in identifiers { try add(Array("\(identifier)".utf8), to: &appending) }
        return try finish(&appending)
    }
}

/// The steps.
extension HealthOutbox {
    /// An append under way.
    struct Appending {
        /// What is appended.
        let kind: QueueEntry.Kind
        /// What the batches' names are made from.
        let key: BatchName
        /// Whether some of the batches may be in the queue already.
        let isRepeatable: Bool
        /// The lines that are not in the queue yet; nil before the first.
        fileprivate var builder: BatchBuilder?
        /// The names of the batches so far.
        fileprivate(set) var names: [BatchName] = []
        /// Those of them that were not in the queue before.
        fileprivate var new: [BatchName] = []

        /// Begins one.
        init(kind: QueueEntry.Kind, key: BatchName?) {
            self.kind = kind
            self.key = key ?? .random()
            isRepeatable = key != nil
        }
    }

    /// Adds a line without its end.
    ///
    /// - Throws: `disk`; then nothing of the append is in the queue.
    func add(_ line: some Collection<UInt8>, to appending: inout Appending) throws(OutboxError) {
        var builder = appending.builder ?? BatchBuilder(appending.kind, settings)
        // Not two copies of a batch while it grows.
        appending.builder = nil
        let full = builder.add(line)
        appending.builder = builder
        if let full { try add(full, to: &appending) }
    }

    /// Puts the last lines into the queue and gives the names of all batches.
    ///
    /// - Throws: `disk`; then nothing of the append is in the queue.
    func finish(_ appending: inout Appending) throws(OutboxError) -> [BatchName] {
        if let rest = appending.builder?.finish() { try add(rest, to: &appending) }
        return appending.names
    }

    private func add(_ batch: QueuedBatch, to appending: inout Appending) throws(OutboxError) {
        let name = appending.key.part(appending.names.count)
        appending.names.append(name)
        let isQueued = appending.isRepeatable && entries.contains { $0.name == name }
        guard !isQueued else { return }
        do throws(OutboxError) {
            try enqueue(batch, as: name)
            appending.new.append(name)
        } catch {
            withdraw(appending.new)
            throw error
        }
    }
}
