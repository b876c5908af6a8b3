/// A text in every language; one without some translation does not compile.
struct Phrase: Hashable, Sendable {
    let en: String
    let fr: String
    let pt: String
    let ja: String
    let vi: String
    let zh: String

    /// The text in a language.
    subscript(language: Language) -> String {
        switch language {
        case .english: en
        case .french: fr
        case .portuguese: pt
        case .japanese: ja
        case .vietnamese: vi
        case .chinese: zh
        }
    }

    /// What stands for an app's name in a phrase.
    static let app = "{app}"
    /// What stands for a number in a phrase.
    static let number = "{number}"

    /// The text in a language with a number in it.
    func callAsFunction(_ language: Language, number: Int) -> String {
        self[language].replacing(Self.number, with: String(number))
    }

    /// The text in a language with an app's name in it, set apart so that its direction of writing
    /// cannot change what is around it.
    func callAsFunction(_ language: Language, app: String) -> HTML {
        let parts = self[language].split(
            separator: Self.app,
            omittingEmptySubsequences: false
        )
        let name = HTML(.bdi) { app }
        let pieces = parts.enumerated().flatMap { index, part in
            index == 0 ? [HTML(String(part))] : [name, HTML(String(part))]
        }
        return HTML(pieces)
    }
}

/// A text with a number in every language and in every form that a number asks for.
struct CountedPhrase: Hashable, Sendable {
    /// The text for one, where the language has a form for it.
    let one: Phrase
    /// The text for any other number.
    let other: Phrase

    /// The text for a number.
    func callAsFunction(_ language: Language, _ count: Int) -> String {
        switch language.form(for: count) {
        case .one: one(language, number: count)
        case .other: other(language, number: count)
        }
    }
}
