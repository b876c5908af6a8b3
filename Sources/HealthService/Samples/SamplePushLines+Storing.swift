import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Storing.
extension SamplePushLines {
    /// Stores the part that is full, unless the batch turns out to be known.
    mutating func storePart() async throws {
        if position == nil, let batch {
            known = try await service.store.batch(
                named: batch,
                of: access.user,
                by: access.client
            )
            guard known == nil else { return }
        }
        let part = SamplePushPart(decoder)
        let result = try await save(as: nil)
        tally.add(part, result.outcomes)
        position = result.position
        linesTaken += linesOfPart
        decoder = service.decoder(for: access)
        sizeOfPart = 0
        linesOfPart = 0
    }

    /// Stores what is left, and the answer with it where the batch has a name.
    mutating func storeLastPart(_ digest: [UInt8]) async throws -> [UInt8] {
        let (tally, batch, part) = (tally, batch, SamplePushPart(decoder))
        let answer: @Sendable (SaveResult) -> [UInt8] = { result in
            var tally = tally
            tally.add(part, result.outcomes)
            return tally.answer(batch: batch)
        }
        let claim = batch.map { service.claim($0, digest: digest, answer: answer) }
        let result = try await save(as: claim)
        return complete(result.record?.answer ?? answer(result), result.position)
    }

    private func save(as claim: BatchClaim?) async throws -> SaveResult {
        service.limiter.countSamples(decoder.total, of: access.principal.caller)
        return try await service.store.save(
            NewSamples(
                samples: decoder.samples,
                references: decoder.sources.references,
                client: access.client,
                isAtomic: false
            ),
            user: access.user,
            now: service.now(),
            as: claim
        )
    }

    /// An answer with the anchor behind the last part.
    func complete(_ answer: [UInt8], _ position: Int64) -> [UInt8] {
        SamplePushAnswer.complete(answer, anchor: service.seals.anchor(position, for: access))
    }
}

/// Breaking off.
extension SamplePushLines {
    /// Stores the lines that came whole and tells how far that was.
    mutating func breakOff(_ cause: any Error) async -> any Error {
        do {
            if known == nil { try await storePart() }
        } catch {
            // The store's failure matters more: it says when to try again.
            return SamplePushBreak(cause: error, partial: partial)
        }
        return SamplePushBreak(cause: cause, partial: partial)
    }

    /// `{lines,stored,replaced,duplicate,ignored,rejected,anchor}` of the parts that are stored.
    var partial: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("lines", linesTaken)
        tally.write(to: &writer)
        writer.member("anchor", position.map { service.seals.anchor($0, for: access) })
        writer.endObject()
        return writer.bytes
    }
}
