import CZlib

/// A gzip stream (RFC 1952, any number of members), inflated piece by piece.
///
/// Not Sendable: it belongs to one body's collector.
final class GzipReader {
    /// zlib's state; on the heap because zlib keeps a pointer to it and so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isBetweenMembers = true
    private var hasBegun = false

    /// Makes a reader at the start of a stream; nil when there is no memory for zlib's tables.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(
            stream,
            GzipReader.windowBits,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates a piece of the stream to the end of a storage.
    ///
    /// Room is made in steps, so a small piece that inflates enormously costs no more memory than
    /// the limit.
    ///
    /// - Throws: `malformedEncoding` for bytes that are not gzip, `inflatedTooLarge` when the
    ///   storage would hold more than `limit` bytes, `overloaded` when the budget is used up.
    func inflate(
        _ piece: UnsafeRawBufferPointer,
        into storage: BodyStorage,
        limit: Int
    ) throws(HTTPFault) {
        let input = UnsafeMutableRawBufferPointer(mutating: piece)
        stream.pointee.next_in = input.assumingMemoryBound(to: Bytef.self).baseAddress
        stream.pointee.avail_in = uInt(piece.count)
        // zlib may hold back output that did not fit, so a full room asks for another turn.
        var isRoomFull = false
        while stream.pointee.avail_in > 0 || isRoomFull {
            isRoomFull = try inflateOnce(into: storage, limit: limit)
        }
    }

    /// Inflates as much of a piece as fits a room, which is not empty.
    ///
    /// When the room was filled, more may be due even if the whole piece was read.
    ///
    /// - Throws: `malformedEncoding` for bytes that are not gzip.
    func inflate(
        _ piece: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) throws(HTTPFault) -> (read: Int, written: Int) {
        let input = UnsafeMutableRawBufferPointer(mutating: piece)
        stream.pointee.next_in = input.assumingMemoryBound(to: Bytef.self).baseAddress
        stream.pointee.avail_in = uInt(piece.count)
        var written = 0
        while written < room.count, beginMember() {
            let (count, status) = advance(
                into: UnsafeMutableRawBufferPointer(rebasing: room[written...])
            )
            written += count
            guard try goesOn(after: status) || stream.pointee.avail_in > 0 else { break }
        }
        return (piece.count - Int(stream.pointee.avail_in), written)
    }

    /// Checks that the stream ended where a member ended.
    ///
    /// - Throws: `malformedEncoding` when it was cut short.
    func finish() throws(HTTPFault) {
        guard hasBegun && isBetweenMembers else {
            throw .malformedEncoding("The gzip body is cut short.")
        }
    }

    /// 15 bits of window, the most there is; 16 more make zlib read gzip headers and nothing else.
    private static let windowBits: Int32 = 15 + 16

    /// The least room to inflate into.
    private static let step = 16 * 1024

    /// Inflates as much as fits the storage's room; true when it was filled to the brim.
    private func inflateOnce(
        into storage: BodyStorage,
        limit: Int
    ) throws(HTTPFault) -> Bool {
        guard beginMember() else { return false }
        // One byte more than allowed tells a body that ends at the limit from one that goes on.
        let wanted = min(GzipReader.step, limit + 1 - storage.count)
        guard let room = storage.makeRoom(for: wanted, capacityLimit: limit + 1) else {
            throw .overloaded
        }
        let (written, status) = advance(into: room)
        storage.advance(by: written)
        guard storage.count <= limit else { throw .inflatedTooLarge(limit: limit) }
        return try goesOn(after: status)
    }

    /// Turns to the next member if the last one has ended; false when there is nothing to read.
    private func beginMember() -> Bool {
        guard isBetweenMembers else { return true }
        guard stream.pointee.avail_in > 0 else { return false }
        if hasBegun { inflateReset(stream) }
        isBetweenMembers = false
        hasBegun = true
        return true
    }

    /// Lets zlib fill the room once; tells how much it wrote and how it went.
    private func advance(into room: UnsafeMutableRawBufferPointer) -> (written: Int, status: Int32)
    {
        let size = min(room.count, Int(uInt.max))
        stream.pointee.next_out = room.assumingMemoryBound(to: Bytef.self).baseAddress
        stream.pointee.avail_out = uInt(size)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        return (size - Int(stream.pointee.avail_out), status)
    }

    /// Tells whether zlib filled its room and may have more without reading on.
    private func goesOn(after status: Int32) throws(HTTPFault) -> Bool {
        switch status {
        case Z_OK: return stream.pointee.avail_out == 0
        case Z_BUF_ERROR where stream.pointee.avail_in == 0: return false
        case Z_STREAM_END:
            isBetweenMembers = true
            return false
        default: throw .malformedEncoding("The body is not valid gzip.")
        }
    }
}
