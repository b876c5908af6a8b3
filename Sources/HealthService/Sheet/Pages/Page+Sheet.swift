import HealthModel

/// What a permission sheet shows.
struct SheetContent: Hashable, Sendable {
    /// What one side of a sheet asks for, writing or reading.
    struct Side: Hashable, Sendable {
        /// Each type that is asked for, and whether its switch is on.
        var switches: [Switch]
        /// Why, in the app's words.
        var usageDescription: String?
    }

    /// Who asks.
    let app: AppName
    /// What the app shows, too, to be compared.
    let code: String
    var share: Side
    var read: Side
    /// The token of the session's forms.
    let token: String

    /// Whether every switch is on.
    var isAllOn: Bool { (share.switches + read.switches).allSatisfy(\.isOn) }
}

extension Page {
    /// Asks the person what an app may do.
    func sheet(_ content: SheetContent) -> HTML {
        document(Words.Home.title) {
            HTML(.header, .class("app")) {
                monogram(content.app)
                HTML(.h1) { Words.Sheet.heading(language, app: content.app.name) }
                HTML(.p, .class("identifier")) {
                    HTML(.bdi) { content.app.bundleIdentifier }
                }
                HTML(.p, .class("compare")) {
                    Words.Sheet.compare[language] + " "
                    HTML(.bdi, .class("code")) { content.code }
                }
            }
            HTML(.form, .post, .action(paths.request(content.code))) {
                enterButton
                hidden((name: FormField.token, value: content.token))
                turnAll(content)
                side(.share, content.share, Words.Sheet.share(language, app: content.app.name))
                side(.read, content.read, Words.Sheet.read(language, app: content.app.name))
                decision
            }
        }
    }

    private func turnAll(_ content: SheetContent) -> HTML {
        let words = content.isAllOn ? Words.Sheet.turnAllOff : Words.Sheet.turnAllOn
        let action = content.isAllOn ? SheetAction.allOff : .allOn
        return HTML(.div, .class("turn-all")) {
            HTML(
                .button,
                .type("submit"),
                .class("plain"),
                .name(FormField.action),
                .value(action.rawValue),
                .data(.turnAll, action.rawValue),
                .data(.on, Words.Sheet.turnAllOn[language]),
                .data(.off, Words.Sheet.turnAllOff[language])
            ) { words[language] }
            HTML(
                .p,
                .class("count"),
                .data(.count, Words.Sheet.count[language]),
                .ariaLive("polite"),
                .hidden
            )
        }
    }

    private var decision: HTML {
        HTML(.div, .class("decision")) {
            button(Words.Sheet.refuse, "secondary", action: .refuse)
            button(Words.Sheet.allow, "primary", action: .allow)
        }
    }
}
