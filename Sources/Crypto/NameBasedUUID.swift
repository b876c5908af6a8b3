import CCrypto

/// UUIDs computed from names, the same for everybody at any time.
package enum NameBasedUUID {
    /// Computes the version 5 UUID of a name within a namespace (RFC 9562, section 5.5).
    ///
    /// UUIDs are numbers whose most significant byte is the first one of the text form.
    package static func version5(namespace: UInt128, name: [UInt8]) -> UInt128 {
        let space = withUnsafeBytes(of: namespace.bigEndian) { Array($0) }
        let hash = digest(of: space + name, with: EVP_sha1(), size: 20)
        let number = hash.prefix(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        let version: UInt128 = 5 << 76
        let variant: UInt128 = 0b10 << 62
        return number & ~(15 << 76 | 0b11 << 62) | version | variant
    }
}
