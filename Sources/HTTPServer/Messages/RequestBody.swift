/// The bytes of a request's body, shared and immutable.
///
/// Copies share one allocation, which is freed with the last of them.
package struct RequestBody: Sendable {
    /// A body of no bytes.
    package static let empty = RequestBody(BodyStorage(budget: nil))

    private let storage: BodyStorage

    /// Takes over a storage that nobody writes to any more.
    init(_ storage: BodyStorage) {
        self.storage = storage
        storage.seal()
    }

    /// Makes a body from bytes, for requests that did not come over a socket.
    package init(_ bytes: [UInt8]) {
        let storage = BodyStorage(budget: nil)
        _ = bytes.withUnsafeBytes { storage.append($0, capacityLimit: bytes.count) }
        self.init(storage)
    }

    /// The number of bytes, not counting the padding.
    package var count: Int { storage.count }

    /// Calls `body` with the bytes; `BodyStorage.padding` readable zero bytes follow them.
    ///
    /// The pointer is never nil, not even for an empty body, and is valid only during the call.
    package func withUnsafeBytes<R>(
        _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        try body(storage.bytes)
    }

    /// A copy of the bytes.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
