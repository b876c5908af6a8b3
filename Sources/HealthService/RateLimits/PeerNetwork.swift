import Glibc

/// Where a connection comes from, as far as one host can be told from another.
///
/// An IPv4 address, or the first 64 bits of an IPv6 address: whoever has one of those has all.
struct PeerNetwork: Hashable, Sendable {
    private let bits: UInt64
    private let isIPv6: Bool

    /// Reads a numeric address, with or without a zone; whatever is none counts as one network.
    init(_ address: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            (bits, isIPv6) = (UInt64(four.s_addr), false)
        } else if inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &six) == 1 {
            bits = withUnsafeBytes(of: &six) { $0.load(as: UInt64.self) }
            isIPv6 = true
        } else {
            (bits, isIPv6) = (0, true)
        }
    }
}
