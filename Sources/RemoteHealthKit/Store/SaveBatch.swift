#if !canImport(HealthKit)
import HealthAPI
import HealthModel
import JSON

/// Samples that are saved by one request, together or not at all.
struct SaveBatch: Sendable {
    /// Which of the samples these are.
    let range: Range<Int>
    /// The body of the request; a repetition has the same, under the same name.
    let body: [UInt8]

    /// The most samples of a request, those inside correlations counted.
    static let sampleLimit = 10_000
    /// About the most bytes of a request; only a single sample may have more.
    static let byteLimit = 16 << 20

    /// Cuts samples into as few batches as the limits allow, in order.
    ///
    /// - Parameter makeName: Makes a name that the server does not know.
    static func cut(
        _ drafts: [SampleDraft],
        sampleLimit: Int = sampleLimit,
        byteLimit: Int = byteLimit,
        makeName: () -> String
    ) -> [SaveBatch] {
        var batches: [SaveBatch] = []
        var part = Part(start: 0)
        for draft in drafts {
            let text = part.encode(draft)
            if !part.fits(draft, text, sampleLimit, byteLimit) {
                batches.append(part.batch(named: makeName()))
                part = Part(start: part.end)
            }
            part.add(draft, text)
        }
        if part.end > part.start { batches.append(part.batch(named: makeName())) }
        return batches
    }

    /// A batch that is still being filled.
    private struct Part {
        let start: Int
        var end: Int
        private var count = 0
        private var texts: [UInt8] = []
        private var encoder = SampleEncoder()

        init(start: Int) {
            self.start = start
            end = start
        }

        mutating func encode(_ draft: SampleDraft) -> [UInt8] {
            var writer = JSONWriter(capacity: 640)
            encoder.write(draft, to: &writer)
            return writer.bytes
        }

        func fits(_ draft: SampleDraft, _ text: [UInt8], _ samples: Int, _ bytes: Int) -> Bool {
            end == start
                || count + draft.sampleCount <= samples && texts.count + text.count <= bytes
        }

        mutating func add(_ draft: SampleDraft, _ text: [UInt8]) {
            if end > start { texts.append(UInt8(ascii: ",")) }
            texts += text
            count += draft.sampleCount
            end += 1
        }

        func batch(named name: String) -> SaveBatch {
            var writer = JSONWriter(capacity: texts.count + 128)
            writer.beginObject()
            writer.member("batch", name)
            writer.key("atomic")
            writer.boolean(true)
            writer.key("samples")
            writer.raw(Array("[".utf8) + texts + Array("]".utf8))
            writer.endObject()
            return SaveBatch(range: start..<end, body: writer.bytes)
        }
    }
}

extension SampleDraft {
    /// How many samples the server counts it as: a correlation's objects are samples, too.
    fileprivate var sampleCount: Int {
        if case .correlation(let members) = content { 1 + members.count } else { 1 }
    }
}
#endif
