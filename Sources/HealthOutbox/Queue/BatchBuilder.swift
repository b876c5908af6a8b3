/// Lines collected until they make a batch.
struct BatchBuilder {
    /// What the lines are.
    let kind: QueueEntry.Kind
    private let settings: OutboxSettings
    private var body: [UInt8] = []
    private var count = 0

    /// Makes a builder of batches as large as the settings say.
    init(_ kind: QueueEntry.Kind, _ settings: OutboxSettings) {
        self.kind = kind
        self.settings = settings
    }

    /// Adds a line without its end, and gives away the batch that has no room for it.
    ///
    /// A line of blanks alone is nothing: a server does not count it either.
    mutating func add(_ line: some Collection<UInt8>) -> QueuedBatch? {
        guard line.contains(where: { $0 > 0x20 }) else { return nil }
        var full: QueuedBatch?
        let isFull = count >= settings.samplesPerBatch
        if isFull || body.count + line.count + 1 > settings.bytesPerBatch { full = finish() }
        body.append(contentsOf: line)
        body.append(UInt8(ascii: "\n"))
        count += 1
        return full
    }

    /// Gives away what has been collected; nil where that is nothing.
    mutating func finish() -> QueuedBatch? {
        guard count > 0 else { return nil }
        defer { (body, count) = ([], 0) }
        return QueuedBatch(kind: kind, body: body)
    }
}
