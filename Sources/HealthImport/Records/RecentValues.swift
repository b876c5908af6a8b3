import Foundation

/// Remembers what was made of the last few byte strings, as neighbouring records repeat them.
///
/// Exports come in blocks by type, from a handful of sources: looking through sixteen entries finds
/// nearly everything without making the same text again for each of millions of records.
struct RecentValues<Value> {
    private var entries: [(key: [UInt8], value: Value)] = []
    private var oldest = 0
    private let capacity = 16

    /// The value for some bytes, made now unless it was made recently.
    mutating func value(
        for key: UnsafeBufferPointer<UInt8>,
        make: (UnsafeBufferPointer<UInt8>) -> Value
    ) -> Value {
        if let known = entries.first(where: { Self.isSame($0.key, key) }) { return known.value }
        let value = make(key)
        if entries.count < capacity {
            entries.append((Array(key), value))
        } else {
            entries[oldest] = (Array(key), value)
            oldest = (oldest + 1) % capacity
        }
        return value
    }

    private static func isSame(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard let start = right.baseAddress, !left.isEmpty else { return true }
        return left.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, start, left.count) == 0 } ?? true
        }
    }
}
