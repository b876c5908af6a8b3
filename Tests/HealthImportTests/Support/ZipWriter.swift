import Foundation

/// Writes zip archives with stored entries, whole or damaged on purpose.
///
/// The layout is that of PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
struct ZipWriter {
    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// Adds an entry; the flags may claim what is not so.
    mutating func add(
        _ name: String,
        _ content: [UInt8],
        flags: UInt16 = 0,
        checksum: UInt32? = nil
    ) {
        let offset = UInt32(body.count)
        let name = Array(name.utf8)
        let common =
            bytes(flags) + bytes(UInt16(0)) + bytes(UInt32(0x5A21_0000))
            + bytes(checksum ?? Self.checksum(of: content)) + bytes(UInt32(content.count))
            + bytes(UInt32(content.count)) + bytes(UInt16(name.count)) + bytes(UInt16(0))
        body += [0x50, 0x4B, 3, 4] + bytes(UInt16(20)) + common + name + content
        directory += [0x50, 0x4B, 1, 2] + bytes(UInt16(20)) + bytes(UInt16(20)) + common
        directory += [UInt8](repeating: 0, count: 10) + bytes(offset) + name
        count += 1
    }

    /// The archive.
    var archive: [UInt8] {
        body + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + bytes(count) + bytes(count)
            + bytes(UInt32(directory.count)) + bytes(UInt32(body.count)) + [0, 0]
    }

    private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// CRC-32 as zip has it: polynomial 0xEDB88320, reflected.
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
