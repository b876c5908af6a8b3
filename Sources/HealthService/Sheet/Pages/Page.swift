/// What every page is written with.
struct Page: Sendable {
    /// The language.
    let language: Language
    /// The paths of other pages.
    let paths: SheetPaths
    /// The path of this page, for other languages; nil where there is none that can be asked for.
    let here: (@Sendable (SheetPaths) -> SheetPath)?

    /// Makes the frame of a page.
    init(
        _ language: Language,
        _ paths: SheetPaths,
        here: (@Sendable (SheetPaths) -> SheetPath)? = nil
    ) {
        self.language = language
        self.paths = paths
        self.here = here
    }

    /// A whole page.
    func document(_ title: Phrase, @HTML.Builder _ content: () -> HTML) -> HTML {
        HTML(.html, .lang(language)) {
            HTML(.head) {
                HTML(.meta, .utf8)
                HTML(
                    .meta,
                    .name("viewport"),
                    .content("width=device-width, initial-scale=1, viewport-fit=cover")
                )
                HTML(.meta, .name("color-scheme"), .content("light dark"))
                HTML(.meta, .name("robots"), .content("noindex"))
                HTML(.title) { title[language] }
                HTML(.link, .rel("stylesheet"), .href(paths.style))
                HTML(.script, .src(paths.script), .defer)
            }
            HTML(.body) {
                HTML(.main) { content() }
                if let here { languages(here) }
            }
        }
    }

    /// Links to the page in each language.
    private func languages(_ here: (SheetPaths) -> SheetPath) -> HTML {
        HTML(.footer) {
            HTML(.nav, .ariaLabel(Words.Home.language[language])) {
                HTML(.ul, .class("languages")) {
                    for other in Language.allCases {
                        HTML(.li) {
                            HTML(
                                .a,
                                .href(here(paths.in(other))),
                                .lang(other),
                                .hreflang(other),
                                other == language ? .current("true") : nil
                            ) { other.ownName }
                        }
                    }
                }
            }
        }
    }
}

/// What forms are made of.
extension Page {
    /// What goes along with a form without being seen: the session's token, and the language where
    /// it was chosen by hand.
    func hidden(_ fields: (name: String, value: String)?...) -> HTML {
        let language = paths.chosen.map { (name: FormField.language, value: $0.rawValue) }
        return HTML(
            (fields + [language]).compactMap { $0 }.map { field in
                HTML(.input, .type("hidden"), .name(field.name), .value(field.value))
            }
        )
    }

    /// The button of a form that says what is done by its value.
    func button(_ words: Phrase, _ style: String, action: SheetAction? = nil) -> HTML {
        HTML(
            .button,
            .type("submit"),
            .class(style),
            action.map { _ in .name(FormField.action) },
            action.map { .value($0.rawValue) }
        ) { words[language] }
    }

    /// The first button of a form, which Enter in a switch presses (HTML standard, "implicit
    /// submission"): nobody sees it, and it decides nothing.
    var enterButton: HTML {
        HTML(
            .button,
            .type("submit"),
            .name(FormField.action),
            .value(SheetAction.show.rawValue),
            .hidden
        )
    }

    /// A form whose one button signs out.
    func signOut(_ token: String) -> HTML {
        HTML(.form, .post, .action(paths.signOut), .class("sign-out")) {
            hidden((name: FormField.token, value: token))
            button(Words.SignIn.out, "plain")
        }
    }
}

/// The names of what forms send.
enum FormField {
    static let action = "action"
    static let code = "code"
    static let language = "lang"
    static let request = "request"
    /// What stands before the name of a switch to say that it was there at all.
    static let shown = "shown."
    static let token = "token"
}

/// What the button of a sheet does.
enum SheetAction: String, Hashable, Sendable {
    /// Shows the form again with the switches as they are; what Enter in a switch does.
    case show
    /// Decides as the switches are.
    case allow
    /// Refuses everything that was asked for.
    case refuse
    /// Takes back what is off.
    case save
    /// Shows the sheet again with every switch on.
    case allOn
    /// Shows the sheet again with every switch off.
    case allOff
}
