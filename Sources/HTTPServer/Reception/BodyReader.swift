/// The handler's end of a streamed body: takes what has arrived, and inflates it.
///
/// `@unchecked Sendable`: one task at a time reads a body, which `BodyUpload` insists on.
final class BodyReader: @unchecked Sendable {
    /// The largest piece, which is also the room to inflate into.
    static let pieceSize = 64 * 1024

    private let upload: BodyUpload
    private let gzip: GzipReader?
    private let limit: Int
    private var compressed: [UInt8] = []
    private var position = 0
    private var inflated = 0
    /// Whether the last piece filled its room, so that zlib may hold more.
    private var isHeldBack = false

    /// Makes a reader of an upload, decompressing with a reader of gzip if there is one.
    init(_ upload: BodyUpload, gzip: GzipReader?, inflatedLimit: Int) {
        self.upload = upload
        self.gzip = gzip
        limit = min(inflatedLimit, Int.max - 1)
    }

    /// Waits for the next piece; nil at the end.
    ///
    /// - Throws: `HTTPFault` or `CancellationError`, see `RequestBodyStream`.
    func next() async throws -> [UInt8]? {
        guard let gzip else { return try await upload.next() }
        while true {
            if let piece = try inflate(gzip) { return piece }
            guard let more = try await upload.next() else {
                try failing { () throws(HTTPFault) in try gzip.finish() }
                return nil
            }
            compressed = more
            position = 0
        }
    }

    /// The next inflated piece of what has been received; nil when that is used up.
    private func inflate(_ gzip: GzipReader) throws(HTTPFault) -> [UInt8]? {
        while position < compressed.count || isHeldBack {
            let piece = try failing { () throws(HTTPFault) in try inflateOnce(gzip) }
            if !piece.isEmpty { return piece }
        }
        return nil
    }

    private func inflateOnce(_ gzip: GzipReader) throws(HTTPFault) -> [UInt8] {
        // One byte more than allowed tells a body that ends at the limit from one that goes on.
        let size = min(BodyReader.pieceSize, limit + 1 - inflated)
        var outcome: Result<(read: Int, written: Int), HTTPFault> = .success((0, 0))
        let piece = [UInt8](unsafeUninitializedCapacity: size) { room, count in
            let room = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(room)[..<size]
            )
            compressed.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
                outcome = Result { () throws(HTTPFault) in try gzip.inflate(rest, into: room) }
            }
            count = (try? outcome.get().written) ?? 0
        }
        let (read, written) = try outcome.get()
        position += read
        inflated += written
        isHeldBack = written == size
        guard inflated <= limit else { throw .inflatedTooLarge(limit: limit) }
        return piece
    }

    /// Makes a fault found while reading the end of the whole body.
    private func failing<R>(_ body: () throws(HTTPFault) -> R) throws(HTTPFault) -> R {
        do throws(HTTPFault) {
            return try body()
        } catch {
            upload.fail(error)
            compressed = []
            position = 0
            isHeldBack = false
            throw error
        }
    }
}
