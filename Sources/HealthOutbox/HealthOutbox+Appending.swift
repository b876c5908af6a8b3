import HealthAPI
package import HealthModel
import JSON

/// Filling the queue.
///
/// All of a call's batches are in the queue, and on disk, when it returns; when it throws, none is.
/// A process that is killed in between may leave the first ones: who does not know gives the same
/// lines with the same `key` again, and they take the place of what is still in the queue of them,
/// however large the batches were then.
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
        var appending = begin(.samples, key)
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
        var appending = begin(.samples, key)
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
        var appending = begin(.deletions, key)
        for identifier in identifiers { try add(Array("\(identifier)".utf8), to: &appending) }
        return try finish(&appending)
    }
}

/// The steps.
extension HealthOutbox {
    /// An append under way.
    struct Appending {
        /// What the batches' names are made from.
        fileprivate let key: BatchName
        /// The key again where it may be given more than once.
        fileprivate let origin: BatchName?
        /// What an append with this key that did not end left in the queue, in order.
        fileprivate var leftovers: ArraySlice<QueueEntry>
        /// The lines that are not in the queue yet.
        fileprivate var builder: BatchBuilder
        /// How many lines are in the queue.
        fileprivate var offset = 0
        /// The names of the batches so far.
        fileprivate var names: [BatchName] = []
        /// Those of them that were not in the queue before.
        fileprivate var new: [QueueEntry] = []
    }

    /// Begins an append.
    ///
    /// Nothing else may use the outbox until it is finished.
    func begin(_ kind: QueueEntry.Kind, _ key: BatchName?) -> Appending {
        Appending(
            key: key ?? .random(),
            origin: key,
            leftovers: key == nil ? [] : entries.filter { $0.origin == key }[...],
            builder: BatchBuilder(kind, settings)
        )
    }

    /// Adds a line without its end.
    ///
    /// - Throws: `disk`; then the queue has what it had before.
    func add(_ line: some Collection<UInt8>, to appending: inout Appending) throws(OutboxError) {
        if let full = appending.builder.add(line) { try add(full, to: &appending) }
    }

    /// Puts the last lines into the queue and gives the names of all batches.
    ///
    /// - Throws: `disk`; then the queue has what it had before.
    func finish(_ appending: inout Appending) throws(OutboxError) -> [BatchName] {
        if let rest = appending.builder.finish() { try add(rest, to: &appending) }
        // Only now, as all of their lines are in the queue otherwise. The one that is being sent is
        // its sender's.
        let sending = isDraining ? entries.first : nil
        withdraw(appending.leftovers.filter { $0 != sending })
        return appending.names
    }

    private func add(_ batch: QueuedBatch, to appending: inout Appending) throws(OutboxError) {
        let lines = appending.offset..<appending.offset + batch.lines.count
        let name = appending.key.part(lines)
        appending.names.append(name)
        appending.offset = lines.upperBound
        // Behind the first that is new all are, or the lines would change their order.
        if appending.new.isEmpty, appending.leftovers.first?.name == name {
            appending.leftovers.removeFirst()
            return
        }
        do throws(OutboxError) {
            appending.new.append(try enqueue(batch, as: name, of: appending.origin))
        } catch {
            withdraw(appending.new)
            throw error
        }
    }
}
