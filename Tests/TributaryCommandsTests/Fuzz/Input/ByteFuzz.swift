import TestSupport

/// Bytes changed without any idea of what they mean.
enum ByteFuzz {
    /// What parsers look for, and what confuses them.
    private static let pieces: [[UInt8]] = [
        [0], [0x0A], [0x0D], [0x0D, 0x0A], [0x20], [0x09], [0x7F], [0xFF], [0xC0, 0x80],
        [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], Array("\"".utf8), Array("\\".utf8), Array("{".utf8),
        Array("[".utf8), Array("%00".utf8), Array("%".utf8), Array(":".utf8), Array(";".utf8),
        Array("1e999".utf8), Array("-0".utf8), Array("\\u0000".utf8), Array("\\ud800".utf8),
    ]

    /// Changes some places of some bytes.
    static func change(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            changeOnce(&bytes, using: &generator)
        }
    }

    private static func changeOnce(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes = [UInt8(ascii: "0")] }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.insert(contentsOf: generator.one(of: pieces), at: place)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 5: bytes.removeSubrange(place...)
        default:
            let count = Int.random(in: 1...3000, using: &generator)
            bytes.insert(contentsOf: Array(repeating: bytes[place], count: count), at: place)
        }
    }
}
