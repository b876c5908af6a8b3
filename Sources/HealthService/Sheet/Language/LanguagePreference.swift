/// The order of languages that a browser asks for, `Accept-Language` (RFC 9110, section 12.5.4).
struct LanguagePreference {
    private let ranges: [(range: Substring, weight: Int)]

    /// The most ranges looked at; browsers send less than ten.
    private static let limit = 32

    /// Reads a header; what is malformed in it counts as not there.
    init(_ header: String) {
        ranges = header.split(separator: ",").prefix(Self.limit).compactMap(Self.range)
    }

    /// The language to answer in: English, unless one that there is was asked for more.
    ///
    /// By lookup, section 3.4 of RFC 4647: a range is cut from its end until it is a language there
    /// is, so that `zh-Hans-CN` finds `zh`. Of equal weights the first counts.
    var language: Language {
        var best: (language: Language, weight: Int)?
        for (range, weight) in ranges where weight > best?.weight ?? 0 {
            guard let language = Self.language(of: range) else { continue }
            best = (language, weight)
        }
        return best?.language ?? .english
    }

    /// The language of a tag.
    static func language(of tag: some StringProtocol) -> Language? {
        Language(rawValue: tag.prefix { $0 != "-" }.lowercased())
    }

    /// A range and its weight in thousandths; nil for what is no such thing.
    private static func range(_ item: Substring) -> (range: Substring, weight: Int)? {
        let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let range = parts.first, !range.isEmpty, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (range, 1000) }
        guard parts[1].lowercased().hasPrefix("q=") else { return nil }
        return weight(parts[1].dropFirst(2)).map { (range, $0) }
    }

    /// `0` to `1` with at most three decimals (RFC 9110, section 12.4.2), in thousandths.
    private static func weight(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard let whole = parts.first, whole == "0" || whole == "1", decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
        let weight = (whole == "1" ? 1000 : 0) + (Int(padded) ?? 0)
        return weight <= 1000 ? weight : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let rest = text.drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex
        return rest[..<end]
    }
}
