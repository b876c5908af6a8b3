import JSON

/// The file that keeps what a server refused of a batch, a line each.
///
/// `{"code":...,"field":...,"detail":...,"sample":{...}}`; `uuid` in the place of `sample` for a
/// deletion, and `text` for a line that is no JSON.
struct RejectedLines {
    private let batch: QueuedBatch
    private let parser = JSONParser()
    /// The file.
    private(set) var bytes: [UInt8] = []

    /// Makes the file of a batch, without a line yet.
    init(_ batch: QueuedBatch) {
        self.batch = batch
    }

    /// Adds a line of the batch with the reason.
    mutating func add(_ index: Int, _ refusal: Refusal) {
        let text = batch.text(index)
        var writer = JSONWriter(capacity: text.count + 256)
        writer.beginObject()
        writer.member("code", refusal.code)
        writer.member("field", refusal.field)
        writer.member("detail", refusal.detail)
        switch batch.kind {
        case .deletions: writer.member("uuid", String(decoding: text, as: UTF8.self))
        case .samples:
            if (try? parser.parse(text) { _ in }) != nil {
                writer.key("sample")
                writer.raw(text)
            } else {
                writer.member("text", String(decoding: text, as: UTF8.self))
            }
        }
        writer.endObject()
        bytes += writer.bytes
        bytes.append(UInt8(ascii: "\n"))
    }
}
