import Foundation

/// The rule that makes a source's identifier out of the only thing an export says of it: its name.
///
/// Exports carry no bundle identifier. One source appears under several spellings (a no-break space
/// in "Apple Watch", either apostrophe in "Robin's iPhone"), which must not make two sources.
enum SourceName {
    /// What all identifiers made here begin with; alone it stands for a record without a name.
    static let prefix = "com.apple.health.export"

    /// Derives the bundle identifier of a source.
    ///
    /// The name is normalised to NFKC, quotation marks used as apostrophes become `'`, letters lower
    /// case; runs of blanks become one `-`, and none stands at either end. So `Robin’s Apple Watch`
    /// gives `com.apple.health.export.robin's-apple-watch`.
    static func bundleIdentifier(for name: String) -> String {
        let words = folded(name.precomposedStringWithCompatibilityMapping)
            .lowercased()
            .precomposedStringWithCompatibilityMapping
            .split(whereSeparator: \.isWhitespace)
        return ([prefix] + (words.isEmpty ? [] : [words.joined(separator: "-")]))
            .joined(separator: ".")
    }

    /// Replaces typographic apostrophes and no-break spaces by their plain forms.
    static func folded(_ name: String) -> String {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}", "\u{201B}", "\u{02BC}", "\u{2032}": result.append("'")
            case "\u{00A0}", "\u{2007}", "\u{202F}": result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
