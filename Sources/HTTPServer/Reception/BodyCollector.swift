/// The body of one request while it arrives: limits, decompression and memory.
///
/// `@unchecked Sendable`: it is used under its exchange's lock only.
final class BodyCollector: @unchecked Sendable {
    /// Body bytes received so far, as they were on the wire.
    private(set) var wireBytes = 0

    private let wireLimit: Int
    private let capacityLimit: Int
    private let inflatedLimit: Int
    private let gzip: GzipReader?
    private let storage: BodyStorage

    /// Prepares to collect a body.
    ///
    /// - Throws: `bodyTooLarge` when it is announced to be larger than the limit, `overloaded`
    ///   when there is no memory for decompression.
    init(
        framing: MessageFraming,
        limit: Int,
        inflatedLimit: Int,
        budget: ByteBudget
    ) throws(HTTPFault) {
        let announced = framing.contentLength
        guard (announced ?? 0) <= limit else { throw .bodyTooLarge(limit: limit) }
        wireLimit = limit
        capacityLimit = announced ?? limit
        self.inflatedLimit = min(inflatedLimit, Int.max - 1)
        storage = BodyStorage(budget: budget)
        gzip = framing.isCompressed ? GzipReader() : nil
        guard framing.isCompressed == (gzip != nil) else { throw .overloaded }
    }

    /// Takes in the next piece of the body.
    ///
    /// - Throws: `bodyTooLarge`, `inflatedTooLarge`, `malformedEncoding`, or `overloaded` when all
    ///   bodies together are too large; the collector must not be used any further.
    func append(_ piece: UnsafeRawBufferPointer) throws(HTTPFault) {
        wireBytes += piece.count
        guard wireBytes <= wireLimit else { throw .bodyTooLarge(limit: wireLimit) }
        if let gzip {
            try gzip.inflate(piece, into: storage, limit: inflatedLimit)
        } else if !storage.append(piece, capacityLimit: capacityLimit) {
            throw .overloaded
        }
    }

    /// Gives up the whole body.
    ///
    /// - Throws: `malformedEncoding` when the compressed stream is cut short.
    func finish() throws(HTTPFault) -> RequestBody {
        try gzip?.finish()
        return wireBytes == 0 ? .empty : RequestBody(storage)
    }
}
