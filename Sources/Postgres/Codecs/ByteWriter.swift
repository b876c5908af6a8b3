/// A growing run of bytes in network order.
///
/// It is written by raw stores instead of `Array.append`, because encoding a batch of thousands of
/// numbers is on the hot path. The memory belongs to the value and goes with it.
struct ByteWriter: ~Copyable {
    private var storage: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes have been written.
    private(set) var count = 0

    /// Makes an empty writer with room for `capacity` bytes.
    init(capacity: Int = 1024) {
        self.capacity = max(capacity, 16)
        storage = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        storage.deallocate()
    }

    /// Appends an integer, most significant byte first.
    @inline(__always)
    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        let size = MemoryLayout<Value>.size
        reserve(size)
        storage.storeBytes(of: value.bigEndian, toByteOffset: count, as: Value.self)
        count += size
    }

    /// Appends bytes as they are.
    mutating func bytes(_ source: UnsafeRawBufferPointer) {
        guard let base = source.baseAddress, !source.isEmpty else { return }
        reserve(source.count)
        storage.advanced(by: count).copyMemory(from: base, byteCount: source.count)
        count += source.count
    }

    /// Overwrites the integer at `offset`, which must have been written before.
    @inline(__always)
    mutating func patch<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
        let isInside = offset >= 0 && offset + MemoryLayout<Value>.size <= count
        precondition(isInside, "a patch lies outside what was written")
        storage.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Value.self)
    }

    /// Makes room for `extra` more bytes, at least doubling when it must grow.
    @inline(__always)
    mutating func reserve(_ extra: Int) {
        if count + extra > capacity { grow(by: extra) }
    }

    /// Forgets what was written; keeps the memory unless it has become larger than a mebibyte.
    mutating func reset() {
        count = 0
        guard capacity > 1 << 20 else { return }
        storage.deallocate()
        capacity = 1024
        storage = .allocate(byteCount: capacity, alignment: 16)
    }

    /// Lends the memory; the pointer is valid until the next write.
    var start: UnsafeRawPointer { UnsafeRawPointer(storage) }

    private mutating func grow(by extra: Int) {
        let wanted = max(capacity * 2, count + extra)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
        larger.copyMemory(from: storage, byteCount: count)
        storage.deallocate()
        storage = larger
        capacity = wanted
    }
}
