/// Base 64 with the usual alphabet and padding, for what others' conventions ask for it.
///
/// RFC 4648, section 4.
package enum Base64 {
    /// Encodes bytes: four characters for each three of them, the last ones padded.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var characters = Base64URL.encode(bytes).utf8.map { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
        return String(decoding: characters, as: UTF8.self)
    }
}
