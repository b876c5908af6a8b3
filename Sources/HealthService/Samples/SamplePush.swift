import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// A push taken apart: what may be stored, what may not, and how the batch wants to be treated.
struct SamplePush {
    /// The sender's name for the batch, given back as it came.
    var batch: String?
    /// Whether one bad sample means that nothing is stored.
    var isAtomic = false
    /// The samples, judged.
    var decoder: SampleDecoder

    /// Reads the body of a push in either of its forms, with a decoder that has seen nothing yet.
    ///
    /// - Throws: `Problem` for a body that is refused as a whole.
    init(_ request: HTTPRequest, decoder: SampleDecoder, limits: ServiceLimits) throws {
        self.decoder = decoder
        switch try MediaType.require([.json, .ndjson], of: request.head) {
        case .ndjson: try readLines(request.body, limits: limits)
        default: try readDocument(request.body, limits: limits)
        }
    }

    /// Whether nothing is to be stored because of what was found already.
    var isRefused: Bool { isAtomic && !decoder.rejections.isEmpty }

    /// Reads `{"batch":...,"atomic":...,"samples":[...]}`.
    private mutating func readDocument(_ body: RequestBody, limits: ServiceLimits) throws {
        try JSONBody.parse(body) { root in
            try root.refuseDuplicates()
            batch = try root.optionalString("batch", limit: 128)
            isAtomic = try root.optionalBool("atomic") ?? false
            guard let samples = root["samples"] else {
                throw Problem(.invalidRequest, "The member is required.", field: "samples")
            }
            guard samples.kind == .array else {
                throw Problem(.invalidRequest, "The member must be an array.", field: "samples")
            }
            try Self.check(samples.count, limits)
            decoder.reserveCapacity(samples.count)
            for sample in samples.elements {
                decoder.decode(sample)
                try Self.check(decoder.total, limits)
            }
        }
    }

    /// Reads one sample a line (application/x-ndjson); blank lines are skipped, and a line that is
    /// no JSON is a rejected sample, so that the others are not lost.
    private mutating func readLines(_ body: RequestBody, limits: ServiceLimits) throws {
        let parser = JSONParser()
        try body.withUnsafeBytes { bytes in
            // Line by line: a list of all lines could be many times as large as the body.
            var rest = bytes[...]
            while !rest.isEmpty {
                let line = UnsafeRawBufferPointer(
                    rebasing: rest.prefix { $0 != UInt8(ascii: "\n") }
                )
                rest = rest.dropFirst(line.count + 1)
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                try Self.check(decoder.total + 1, limits)
                do {
                    // Whatever follows the line in the body is its readable padding.
                    try parser.parse(padded: line) { decoder.decode($0) }
                } catch let error as JSONError {
                    decoder.reject(SampleRejection(.malformedJSON, nil, error.description))
                }
            }
        }
    }

    private static func check(_ count: Int, _ limits: ServiceLimits) throws {
        guard count <= limits.samplesPerBatch else {
            throw Problem(
                .batchTooLarge,
                "A batch holds at most \(limits.samplesPerBatch) samples,"
                    + " those inside correlations counted.",
                field: "samples"
            )
        }
    }
}

/// The answer to a push.
struct SamplePushResponse {
    let push: SamplePush
    let outcomes: [SaveOutcome]
    let anchor: String

    /// `{batch,stored,replaced,duplicate,ignored,rejected,outcomes,anchor}`; outcomes lists what was
    /// not stored, by index.
    func json() -> [UInt8] {
        let entries = entries()
        var counts: [String: Int] = [:]
        for entry in entries { counts[entry.outcome, default: 0] += 1 }
        var writer = JSONWriter(capacity: 256 + entries.count * 128)
        writer.beginObject()
        writer.member("batch", push.batch)
        writer.member("stored", push.decoder.count - entries.count)
        for outcome in ["replaced", "duplicate", "ignored", "rejected"] {
            writer.member(outcome, counts[outcome] ?? 0)
        }
        writer.key("outcomes")
        writer.beginArray()
        for entry in entries { entry.write(to: &writer) }
        writer.endArray()
        writer.member("anchor", anchor)
        writer.endObject()
        return writer.bytes
    }

    private struct Entry {
        let index: Int
        let uuid: SampleID?
        let outcome: String
        var rejection: SampleRejection?

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

    private func entries() -> [Entry] {
        var entries = push.decoder.rejections.map { rejected in
            Entry(
                index: rejected.index,
                uuid: rejected.uuid,
                outcome: "rejected",
                rejection: rejected.rejection
            )
        }
        for (sample, outcome) in zip(push.decoder.samples, outcomes) where outcome != .stored {
            entries.append(
                Entry(
                    index: sample.index,
                    uuid: sample.id,
                    outcome: outcome.word,
                    rejection: outcome.rejection
                )
            )
        }
        return entries.sorted { $0.index < $1.index }
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
