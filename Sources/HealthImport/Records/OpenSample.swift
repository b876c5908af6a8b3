import HealthModel

/// A sample between its start tag and its end tag, with what has come inside of it so far.
struct OpenSample {
    /// The sample as far as it is known.
    var read: ReadRecord
    /// The line on which its start tag ends.
    let line: Int
    /// Why it is given up, if it is.
    private(set) var skipped: SkippedRecord?
    /// Bytes of metadata, those of its parts included.
    var metadataBytes = 0

    /// Opens a sample.
    init(_ read: ReadRecord, line: Int) {
        self.read = read
        self.line = line
    }

    /// Gives the sample up; the first reason stays.
    mutating func skip(_ reason: SkipReason, detail: String? = nil) {
        let detail = detail.map { "\(read.draft.type) \($0)" } ?? read.draft.type
        skipped = skipped ?? SkippedRecord(reason: reason, detail: detail)
    }

    /// Adds an entry to its metadata; one that passes a limit costs the sample.
    mutating func addMetadata(_ tag: StartTag, with reader: inout MetadataReader) {
        let refusal = reader.add(tag, to: &read.draft.metadata, totalBytes: &metadataBytes)
        if let refusal { skip(refusal) }
    }
}
