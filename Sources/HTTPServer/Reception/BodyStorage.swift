import Glibc

/// One growing allocation for a body, freed once, that counts against a budget.
///
/// `@unchecked Sendable`: one collector owns it while it is written, under its request's lock.
/// `RequestBody` seals it, after which nothing writes to it and any thread may read.
final class BodyStorage: @unchecked Sendable {
    /// Readable zero bytes after the body, so that vectorised parsers may read past its end.
    static let padding = 64

    /// The number of bytes written.
    private(set) var count = 0

    private let budget: ByteBudget?
    private var capacity = 0
    private var base: UnsafeMutableRawPointer?

    /// Makes an empty storage; it allocates when bytes arrive.
    init(budget: ByteBudget?) {
        self.budget = budget
    }

    deinit {
        free(base)
        budget?.putBack(capacity)
    }

    /// The bytes written so far; the pointer is never nil and is valid while the storage lives.
    var bytes: UnsafeRawBufferPointer {
        guard let base else { return UnsafeRawBufferPointer(start: zeroes.pointer, count: 0) }
        return UnsafeRawBufferPointer(start: base, count: count)
    }

    /// Copies bytes to the end, making room by doubling but never beyond the limit.
    ///
    /// False, and nothing copied, when the budget is used up or they do not fit the limit.
    func append(_ bytes: UnsafeRawBufferPointer, capacityLimit: Int) -> Bool {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
        guard let room = makeRoom(for: bytes.count, capacityLimit: capacityLimit),
            let start = room.baseAddress
        else { return false }
        memcpy(start, source, bytes.count)
        count += bytes.count
        return true
    }

    /// The free space behind the bytes, at least `minimum` large; nil when there cannot be that
    /// much.
    func makeRoom(for minimum: Int, capacityLimit: Int) -> UnsafeMutableRawBufferPointer? {
        if capacity - count < minimum {
            guard minimum <= capacityLimit - count else { return nil }
            let wanted = max(capacity * 2, count + minimum, BodyStorage.firstCapacity)
            guard grow(to: min(wanted, capacityLimit)) else { return nil }
        }
        guard let base else { return nil }
        return UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    }

    /// Notes that bytes were written to the room.
    func advance(by written: Int) {
        precondition(written <= capacity - count, "Only room that was made can be written to.")
        count += written
    }

    /// Writes the zero bytes behind the body.
    func seal() {
        guard let base else { return }
        memset(base + count, 0, BodyStorage.padding)
    }

    private static let firstCapacity = 16 * 1024

    private func grow(to wanted: Int) -> Bool {
        guard budget?.take(wanted - capacity) ?? true else { return false }
        guard let grown = realloc(base, wanted + BodyStorage.padding) else {
            budget?.putBack(wanted - capacity)
            return false
        }
        base = grown
        capacity = wanted
        return true
    }
}

/// What an empty body points at.
private let zeroes = Zeroes()

/// Zero bytes that are never freed nor written.
private struct Zeroes: @unchecked Sendable {
    // Unchecked because of the pointer: the bytes behind it never change.
    let pointer: UnsafeRawPointer

    init() {
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: BodyStorage.padding,
            alignment: BodyStorage.padding
        )
        memset(bytes, 0, BodyStorage.padding)
        pointer = UnsafeRawPointer(bytes)
    }
}
