/// A language that pages are written in.
enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
    case portuguese = "pt"
    case japanese = "ja"
    case vietnamese = "vi"
    case chinese = "zh"

    /// The tag of BCP 47 that pages are marked with; the script decides how a character looks.
    var tag: String { self == .chinese ? "zh-Hans" : rawValue }

    /// What speakers call it.
    var ownName: String {
        switch self {
        case .english: "English"
        case .french: "Français"
        case .portuguese: "Português"
        case .japanese: "日本語"
        case .vietnamese: "Tiếng Việt"
        case .chinese: "中文"
        }
    }

    /// The form that a count takes, after the rules of Unicode's CLDR for whole numbers.
    func form(for count: Int) -> PluralForm {
        switch self {
        case .english: count == 1 ? .one : .other
        case .french, .portuguese: (0...1).contains(count) ? .one : .other
        case .japanese, .vietnamese, .chinese: .other
        }
    }
}

/// A form of a noun that goes with a number.
enum PluralForm: Hashable, Sendable {
    case one
    case other
}
