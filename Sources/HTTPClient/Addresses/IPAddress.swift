import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
    /// Four or sixteen bytes, in network order.
    let bytes: [UInt8]

    /// Takes the bytes of an address; nil unless there are 4 or 16.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses the usual spellings: `192.0.2.1`, `2001:db8::1`, without brackets or zone.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes[..<4])
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }
}

/// What an address is good for.
package enum AddressKind: Hashable, Sendable {
    /// Reachable from anywhere.
    case everywhere
    /// Of a network that is somebody's own: RFC 1918, RFC 6598, RFC 4193.
    case ownNetwork
    /// This machine.
    case loopback
    /// The wire at hand, where clouds answer with credentials: RFC 3927, RFC 4291.
    case linkLocal
    /// Many at once.
    case multicast
    /// Nobody, or whom only a protocol means.
    case reserved
}

extension IPAddress {
    /// The kind by IANA's registries of special-purpose addresses (RFC 6890).
    ///
    /// An address that stands for an IPv4 one (mapped, compatible, NAT64 with the well-known
    /// prefix, 6to4) is of that one's kind; but this machine has no reason to be meant in such a
    /// way, and behind a gateway it would be another one. Of IPv6 only what is given out as global
    /// unicast is reachable.
    package var kind: AddressKind {
        if bytes.count == 4 { return Self.kind(of: bytes, in: Self.ranges4) ?? .everywhere }
        if bytes.allSatisfy({ $0 == 0 }) { return .reserved }
        if let kind = Self.kind(of: bytes, in: Self.ranges6) { return kind }
        for (prefix, bits, offset) in Self.embeddings where Self.lies(bytes, in: prefix, bits) {
            let inner = Array(bytes[offset..<offset + 4])
            let kind = Self.kind(of: inner, in: Self.ranges4) ?? .everywhere
            return kind == .loopback ? .reserved : kind
        }
        return Self.lies(bytes, in: [0x20], 3) ? .everywhere : .reserved
    }

    private typealias Range = (prefix: [UInt8], bits: Int, kind: AddressKind)

    private static let ranges4: [Range] = [
        ([0], 8, .reserved), ([10], 8, .ownNetwork), ([100, 64], 10, .ownNetwork),
        ([127], 8, .loopback), ([169, 254], 16, .linkLocal), ([172, 16], 12, .ownNetwork),
        ([192, 0, 0], 24, .reserved), ([192, 0, 2], 24, .reserved),
        ([192, 88, 99], 24, .reserved), ([192, 168], 16, .ownNetwork),
        ([198, 18], 15, .reserved), ([198, 51, 100], 24, .reserved),
        ([203, 0, 113], 24, .reserved), ([224], 4, .multicast), ([240], 4, .reserved),
    ]

    private static let ranges6: [Range] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
        ([0x00, 0x64, 0xFF, 0x9B, 0, 1], 48, .ownNetwork),
        ([0x20, 0x01, 0x0D, 0xB8], 32, .reserved), ([0x20, 0x01, 0x00], 23, .reserved),
        ([0x3F, 0xFF, 0x00], 20, .reserved), ([0xFC], 7, .ownNetwork),
        ([0xFE, 0x80], 10, .linkLocal), ([0xFE, 0xC0], 10, .ownNetwork), ([0xFF], 8, .multicast),
    ]

    /// Prefixes behind which an IPv4 address stands, and where it begins.
    private static let embeddings: [(prefix: [UInt8], bits: Int, offset: Int)] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, 12),
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12),
        ([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12),
        ([0x20, 0x02], 16, 2),
    ]

    private static func kind(of bytes: [UInt8], in ranges: [Range]) -> AddressKind? {
        ranges.first { lies(bytes, in: $0.prefix, $0.bits) }?.kind
    }

    private static func lies(_ bytes: [UInt8], in prefix: [UInt8], _ bits: Int) -> Bool {
        (0..<bits).allSatisfy { bit in
            let mask = UInt8(0x80) >> (bit % 8)
            return bytes[bit / 8] & mask == prefix[bit / 8] & mask
        }
    }
}
