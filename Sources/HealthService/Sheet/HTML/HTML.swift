/// A piece of a page that is escaped by construction.
///
/// Pieces are made of elements and attributes that exist and of texts, which are escaped; there is
/// no way to put in markup as text. So whatever an app calls itself stays a text.
struct HTML: Hashable, Sendable {
    /// The markup.
    let source: String

    private init(source: String) {
        self.source = source
    }

    /// No markup at all.
    static let nothing = HTML(source: "")

    /// A text.
    init(_ text: String) {
        self.init(source: Self.escaped(text))
    }

    /// Pieces one after the other.
    init(_ pieces: [HTML]) {
        self.init(source: pieces.map(\.source).joined())
    }

    /// An element with what is in it; nothing may be in one that never has an end tag.
    init(_ tag: Tag, _ attributes: Attribute?..., @Builder content: () -> HTML = { .nothing }) {
        var source = "<" + tag.rawValue
        for case let attribute? in attributes {
            source += " " + attribute.name
            guard let value = attribute.value else { continue }
            source += "=\"" + Self.escaped(value) + "\""
        }
        source += ">"
        if !tag.isVoid { source += content().source + "</" + tag.rawValue + ">" }
        self.init(source: source)
    }

    /// A whole document, as it is sent.
    var document: [UInt8] { Array(("<!doctype html>\n" + source + "\n").utf8) }

    /// A text as it stands between tags and between double quotes.
    ///
    /// Control characters, which no page may have, become the sign for what cannot be shown.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension HTML {
    /// Puts pieces and texts together as they are written down.
    @resultBuilder
    enum Builder {
        static func buildExpression(_ piece: HTML) -> HTML { piece }
        static func buildExpression(_ text: String) -> HTML { HTML(text) }
        static func buildBlock(_ pieces: HTML...) -> HTML { HTML(pieces) }
        static func buildOptional(_ piece: HTML?) -> HTML { piece ?? .nothing }
        static func buildEither(first piece: HTML) -> HTML { piece }
        static func buildEither(second piece: HTML) -> HTML { piece }
        static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces) }
    }
}
