import CMicrohttpd
import Synchronization

/// A whole answer that is too large to be given away at once, as long as it is being sent.
final class HeldAnswer: Sendable {
    /// The largest answer that is not held: the library copies it.
    static let threshold = 64 * 1024

    private let body: [UInt8]
    private let position = Atomic<Int>(0)

    /// Makes an answer of which nothing is sent yet.
    init(_ body: [UInt8]) { self.body = body }

    /// The memory it holds.
    var count: Int { body.count }

    /// The bytes that the library has taken to be sent.
    var taken: Int { position.load(ordering: .relaxed) }

    /// The library's form of it; the caller destroys it.
    ///
    /// Nil when there is no memory.
    func makeLibraryResponse() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        let size = UInt64(body.count)
        let response = http_response_holding(size, readAnswer, context.toOpaque(), releaseAnswer)
        if response == nil { context.release() }
        return response
    }

    /// Copies what follows a position into the room, as much as there is room for.
    fileprivate func take(from position: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        let piece = body[min(position, body.count)...].prefix(room.count)
        piece.withUnsafeBytes { room.copyMemory(from: $0) }
        self.position.store(position + piece.count, ordering: .relaxed)
        return piece.count
    }
}

/// Gives the library what it can send next of the answer behind `context`.
private func readAnswer(
    context: UnsafeMutableRawPointer?,
    position: UInt64,
    room: UnsafeMutablePointer<CChar>?,
    size: Int
) -> Int {
    guard let context, let room else { return http_stream_broken() }
    return Unmanaged<HeldAnswer>.fromOpaque(context).takeUnretainedValue()
        .take(from: Int(position), into: UnsafeMutableRawBufferPointer(start: room, count: size))
}

/// Lets go of the answer behind `context`.
private func releaseAnswer(context: UnsafeMutableRawPointer?) {
    context.map { Unmanaged<HeldAnswer>.fromOpaque($0).release() }
}
