extension HTML {
    /// The elements that pages are made of; none of them runs what is in it.
    enum Tag: String, Sendable {
        case a
        case bdi
        case body
        case button
        case div
        case fieldset
        case footer
        case form
        case h1
        case h2
        case head
        case header
        case html
        case input
        case label
        case legend
        case li
        case link
        case main
        case meta
        case nav
        case p
        case script
        case section
        case span
        case title
        case ul

        /// Whether it has no content and no end tag.
        var isVoid: Bool {
            switch self {
            case .input, .link, .meta: true
            default: false
            }
        }
    }

    /// An attribute; only those that are listed here can be written.
    struct Attribute: Hashable, Sendable {
        /// Its name.
        fileprivate(set) var name: String
        /// Its value; nil for one that is there or not.
        fileprivate(set) var value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }
    }
}

extension HTML.Attribute {
    static let ariaHidden = Self("aria-hidden", "true")
    static let autofocus = Self("autofocus", nil)
    static let checked = Self("checked", nil)
    static let `defer` = Self("defer", nil)
    static let disabled = Self("disabled", nil)
    static let hidden = Self("hidden", nil)
    static let invalid = Self("aria-invalid", "true")
    static let novalidate = Self("novalidate", nil)
    static let post = Self("method", "post")
    static let required = Self("required", nil)
    /// Marks a text of which nobody knows the language: an app's own words.
    static let unknownLanguage = Self("lang", "")
    static let utf8 = Self("charset", "utf-8")

    static func action(_ path: SheetPath) -> Self { Self("action", path.text) }
    static func ariaLabel(_ text: String) -> Self { Self("aria-label", text) }
    static func ariaLive(_ text: String) -> Self { Self("aria-live", text) }
    static func autocapitalize(_ text: String) -> Self { Self("autocapitalize", text) }
    static func autocomplete(_ text: String) -> Self { Self("autocomplete", text) }
    static func `class`(_ name: String) -> Self { Self("class", name) }
    static func content(_ text: String) -> Self { Self("content", text) }
    static func current(_ text: String) -> Self { Self("aria-current", text) }
    static func data(_ name: DataName, _ text: String) -> Self { Self(name.rawValue, text) }
    static func describedBy(_ id: String) -> Self { Self("aria-describedby", id) }
    static func `for`(_ id: String) -> Self { Self("for", id) }
    static func href(_ path: SheetPath) -> Self { Self("href", path.text) }
    static func hreflang(_ language: Language) -> Self { Self("hreflang", language.tag) }
    static func id(_ id: String) -> Self { Self("id", id) }
    static func labelledBy(_ id: String) -> Self { Self("aria-labelledby", id) }
    static func lang(_ language: Language) -> Self { Self("lang", language.tag) }
    static func name(_ name: String) -> Self { Self("name", name) }
    static func rel(_ text: String) -> Self { Self("rel", text) }
    static func role(_ role: String) -> Self { Self("role", role) }
    static func spellcheck(_ text: String) -> Self { Self("spellcheck", text) }
    static func src(_ path: SheetPath) -> Self { Self("src", path.text) }
    static func type(_ type: String) -> Self { Self("type", type) }
    static func value(_ text: String) -> Self { Self("value", text) }

    /// What the script reads.
    enum DataName: String, Sendable {
        case count = "data-count"
        case off = "data-off"
        case on = "data-on"
        case turnAll = "data-turn-all"
    }
}
