/// Finds the number that belongs to a name given as UTF-8 bytes, without allocating.
///
/// A hash table with open addressing, at most a quarter full and built once, so a look-up compares
/// one name in nearly every case.
struct NameTable: Sendable {
    private struct Slot {
        var start: Int32 = 0
        var length: Int32 = 0
        var id: Int16 = 0
    }

    private var bytes: [UInt8] = []
    private var slots: [Slot]

    /// Builds the table; names are not empty, unique, and their numbers not zero.
    init(_ entries: [(name: String, id: Int16)]) {
        var capacity = 4
        while capacity < entries.count * 4 { capacity *= 2 }
        slots = Array(repeating: Slot(), count: capacity)
        for (name, id) in entries {
            var name = name
            name.withUTF8 { insert(UnsafeRawBufferPointer($0), id: id) }
        }
    }

    /// The number of a name, or nil when it is not in the table.
    func id(of name: UnsafeRawBufferPointer) -> Int16? {
        let slot = slots[position(of: name)]
        return slot.id == 0 ? nil : slot.id
    }

    private mutating func insert(_ name: UnsafeRawBufferPointer, id: Int16) {
        let position = position(of: name)
        precondition(slots[position].id == 0, "two entries of the catalogue share a name")
        slots[position] = Slot(start: Int32(bytes.count), length: Int32(name.count), id: id)
        bytes.append(contentsOf: name)
    }

    /// The slot that holds the name, or the free one where the search for it ends.
    private func position(of name: UnsafeRawBufferPointer) -> Int {
        let mask = slots.count - 1
        var position = Self.hash(name) & mask
        while slots[position].id != 0, !isName(name, in: slots[position]) {
            position = (position + 1) & mask
        }
        return position
    }

    private func isName(_ name: UnsafeRawBufferPointer, in slot: Slot) -> Bool {
        guard name.count == Int(slot.length) else { return false }
        return bytes.withUnsafeBytes { bytes in
            let start = Int(slot.start)
            return bytes[start..<start + name.count].elementsEqual(name)
        }
    }

    /// FNV-1a over the length and the last bytes; identifiers differ at the end, not in front.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(name.count)
        for byte in name.suffix(12) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return Int(truncatingIfNeeded: hash >> 20)
    }
}
