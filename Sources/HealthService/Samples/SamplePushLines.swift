import Crypto
import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// A push of lines, stored while it arrives: in parts, each in a transaction of its own.
///
/// Memory is bounded whatever the size of the body: a part is at most as many samples as a batch
/// may have and a few MiB of text, and of the outcomes only the first are listed. Not Sendable: one
/// task reads a body.
struct SamplePushLines {
    /// What it is stored by.
    let service: Service
    /// Who pushes.
    let access: UserAccess
    /// The name of the batch, if it has one.
    let batch: String?
    private let parser = JSONParser()
    private let hasher = BatchName.hasher(.ndjson)
    private var lines: LineBuffer
    /// The part that is being read.
    var decoder: SampleDecoder
    /// The text of its samples, in bytes.
    var sizeOfPart = 0
    /// The lines it was read from.
    var linesOfPart = 0
    /// What became of the samples of the parts before.
    var tally: SamplePushTally
    /// How many lines were decided on, blank ones among them.
    var linesTaken = 0
    /// The user's last position after the last part; nil before the first.
    var position: Int64?
    /// What was kept of this name before the first part of several was stored.
    var known: BatchRecord?

    /// Prepares to read a push under a name, if it has one.
    init(_ batch: String?, by access: UserAccess, _ service: Service) {
        self.service = service
        self.access = access
        self.batch = batch
        lines = LineBuffer(limit: service.limits.lineInBytes)
        decoder = service.decoder(for: access)
        tally = SamplePushTally(entryLimit: service.limits.outcomesPerAnswer)
    }

    /// Reads and stores everything, and makes the answer.
    ///
    /// Where the body breaks off, the lines that came whole are stored all the same: sending them
    /// again does no harm, and a sender gets on even where no connection lasts to the end.
    ///
    /// - Throws: `SamplePushBreak` once something was stored or the body has broken off; before,
    ///   what was wrong.
    mutating func answer(to body: SamplePushBody) async throws -> [UInt8] {
        do {
            var body = body
            while let piece = try await body.next() {
                hasher.update(piece)
                if known == nil {
                    lines.append(piece)
                    try await takeLines()
                }
            }
            return try await finish()
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPFault {
            throw await breakOff(Problem(error))
        } catch let error as SamplePushBreak {
            throw await breakOff(error.cause)
        } catch {
            guard position != nil else { throw error }
            throw SamplePushBreak(cause: error, partial: partial)
        }
    }
}

/// Reading.
extension SamplePushLines {
    private mutating func takeLines() async throws {
        while known == nil, let line = lines.next() {
            guard try take(line) else {
                try await storePart()
                continue
            }
            lines.drop()
        }
    }

    /// Stores the last part and makes the answer, or finds it among those kept.
    private mutating func finish() async throws -> [UInt8] {
        if known == nil, let line = lines.rest, try !take(line, isLast: true) {
            try await storePart()
            if known == nil { _ = try take(line, isLast: true) }
        }
        let digest = hasher.finish()
        if let known {
            guard known.digest == digest else { throw HealthStoreError.batchConflict }
            return complete(known.answer, known.position)
        }
        return try await storeLastPart(digest)
    }

    /// Judges the sample of a line; false when the part has no room for it.
    private mutating func take(_ line: LineBuffer.Line, isLast: Bool = false) throws -> Bool {
        guard case .text(let range) = line else {
            guard hasRoom(for: 1, sizeInBytes: 0) else { return false }
            let limit = service.limits.lineInBytes
            decoder.reject(
                SampleRejection(.lineTooLarge, nil, "A line has at most \(limit) bytes.")
            )
            linesOfPart += 1
            return true
        }
        let isTaken = try lines.withBytes(of: range) { bytes in
            guard bytes.contains(where: { $0 > 0x20 }) else { return true }
            return try take(bytes, isLast: isLast)
        }
        if isTaken {
            linesOfPart += 1
            sizeOfPart += range.count
        }
        return isTaken
    }

    private mutating func take(_ line: UnsafeRawBufferPointer, isLast: Bool) throws -> Bool {
        do {
            return try parser.parse(padded: line) { sample in
                guard hasRoom(for: weight(of: sample), sizeInBytes: line.count) else {
                    return false
                }
                decoder.decode(sample)
                return true
            }
        } catch let error as JSONError {
            if isLast, error.code == .truncated || isCutObject(line) { throw truncation }
            guard hasRoom(for: 1, sizeInBytes: line.count) else { return false }
            decoder.reject(SampleRejection(.malformedJSON, nil, error.description))
            return true
        }
    }

    /// Whether a line that is no JSON is the beginning of an object, up to some byte.
    ///
    /// A number or a word that is cut is no JSON in another way than a text that ends too early.
    private func isCutObject(_ line: UnsafeRawBufferPointer) -> Bool {
        line.first { $0 > 0x20 } == UInt8(ascii: "{")
            && line.last { $0 > 0x20 } != UInt8(ascii: "}")
    }

    /// Whether the part may have more samples; a part without any takes whatever comes.
    private func hasRoom(for samples: Int, sizeInBytes: Int) -> Bool {
        guard decoder.total > 0 else { return true }
        return decoder.total + samples <= service.limits.samplesPerBatch
            && sizeOfPart + sizeInBytes <= service.limits.partInBytes
    }

    /// How many samples one may turn out to be, with those that it holds.
    private func weight(of sample: JSONValue) -> Int {
        // Asked only where it matters: looking for a member takes time.
        let most = service.limits.objectsPerCorrelation
        let isNear = decoder.total + most + 1 > service.limits.samplesPerBatch
        guard isNear, sample.kind == .object else { return 1 }
        return 1 + min(sample["objects"]?.count ?? 0, most)
    }

    /// What a body ends with whose last line was cut.
    private var truncation: SamplePushBreak {
        SamplePushBreak(
            cause: Problem(.bodyTruncated, "The body ends within a line."),
            partial: []
        )
    }
}

/// The end of a push of which a part is stored already.
struct SamplePushBreak: Error {
    /// Why it went no further.
    let cause: any Error
    /// What became of the lines before, as JSON.
    let partial: [UInt8]
}
