import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Samples that were judged and are stored together.
struct SamplePushPart: Sendable {
    /// The samples that passed.
    let samples: [NewSample]
    /// The rejections of the others, by index.
    let rejections: [(index: Int, uuid: SampleID?, rejection: SampleRejection)]

    /// Takes what a decoder has made.
    init(_ decoder: SampleDecoder) {
        samples = decoder.samples
        rejections = decoder.rejections
    }

    /// How many samples there are, good or bad.
    var count: Int { samples.count + rejections.count }
}

/// What became of the samples of a push, added up over the parts it was stored in.
struct SamplePushTally: Sendable {
    /// How many samples there were.
    private(set) var count = 0
    /// How many entries of the list of outcomes there was no room for.
    private(set) var unlisted = 0

    private var counts: [String: Int] = [:]
    private var entries: [Entry] = []
    private let entryLimit: Int

    /// Starts with nothing; lists at most so many outcomes.
    init(entryLimit: Int) {
        self.entryLimit = entryLimit
    }

    /// Adds the samples that come next with what the store did with those that passed.
    mutating func add(_ part: SamplePushPart, _ outcomes: [SaveOutcome]) {
        var new = part.rejections.map { rejected in
            Entry(rejected.index, rejected.uuid, "rejected", rejected.rejection)
        }
        for (sample, outcome) in zip(part.samples, outcomes) where outcome != .stored {
            new.append(Entry(sample.index, sample.id, outcome.word, outcome.rejection))
        }
        for entry in new { counts[entry.outcome, default: 0] += 1 }
        counts["stored", default: 0] += part.count - new.count
        new.sort { $0.index < $1.index }
        let room = min(entryLimit - entries.count, new.count)
        unlisted += new.count - room
        for var entry in new.prefix(room) {
            entry.index += count
            entries.append(entry)
        }
        count += part.count
    }

    /// The answer to a push but for its anchor and its end, which `SamplePushAnswer` adds.
    ///
    /// `{batch,stored,replaced,duplicate,ignored,rejected,outcomes,unlisted`; outcomes lists what
    /// was not stored, by index.
    func answer(batch: String?) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + entries.count * 128)
        writer.beginObject()
        writer.member("batch", batch)
        write(to: &writer)
        writer.key("outcomes")
        writer.beginArray()
        for entry in entries { entry.write(to: &writer) }
        writer.endArray()
        if unlisted > 0 { writer.member("unlisted", unlisted) }
        return writer.bytes
    }

    /// Writes the counts.
    func write(to writer: inout JSONWriter) {
        for outcome in ["stored", "replaced", "duplicate", "ignored", "rejected"] {
            writer.member(outcome, counts[outcome] ?? 0)
        }
    }
}

/// The end of the answer to a push.
enum SamplePushAnswer {
    /// Adds the anchor, which is sealed anew each time that an answer is given.
    static func complete(_ answer: [UInt8], anchor: String) -> [UInt8] {
        // Base 64 needs no escapes.
        answer + Array(#","anchor":"\#(anchor)"}"#.utf8)
    }
}

/// A sample that was not simply stored.
private struct Entry: Sendable {
    var index: Int
    let uuid: SampleID?
    let outcome: String
    let rejection: SampleRejection?

    init(_ index: Int, _ uuid: SampleID?, _ outcome: String, _ rejection: SampleRejection?) {
        self.index = index
        self.uuid = uuid
        self.outcome = outcome
        self.rejection = rejection
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("index", index)
        writer.member("uuid", uuid?.description)
        writer.member("outcome", outcome)
        writer.member("code", rejection?.code.rawValue)
        writer.member("field", rejection?.field)
        writer.member("detail", rejection?.detail)
        writer.endObject()
    }
}

extension SaveOutcome {
    /// What the answer calls it.
    fileprivate var word: String {
        switch self {
        case .stored: "stored"
        case .replaced: "replaced"
        case .duplicate: "duplicate"
        case .ignored: "ignored"
        case .uuidConflict, .deleted, .notStored: "rejected"
        }
    }

    /// Why the store did not take a sample.
    fileprivate var rejection: SampleRejection? {
        switch self {
        case .stored, .replaced, .duplicate, .ignored: nil
        case .uuidConflict:
            SampleRejection(
                .uuidConflict,
                "uuid",
                "Another sample with other content has this identifier."
            )
        case .deleted:
            SampleRejection(.deleted, "uuid", "The sample of this identifier was deleted.")
        case .notStored:
            SampleRejection(
                .batchRejected,
                nil,
                "The batch is atomic and another of its samples was rejected."
            )
        }
    }
}
