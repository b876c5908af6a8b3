/// What an app may do now.
struct AppContent: Hashable, Sendable {
    let app: AppName
    let client: String
    let share: [Switch]
    let read: [Switch]
    /// The token of the session's forms.
    let token: String
}

extension Page {
    /// Shows what an app may do, to be taken back.
    func app(_ content: AppContent) -> HTML {
        let isNothing = content.share.isEmpty && content.read.isEmpty
        return document(Words.Home.title) {
            HTML(.header, .class("app")) {
                monogram(content.app)
                HTML(.h1) { Words.App.heading(language, app: content.app.name) }
                HTML(.p, .class("identifier")) {
                    HTML(.bdi) { content.app.bundleIdentifier }
                }
                HTML(.p) {
                    (isNothing ? Words.App.nothing : Words.App.introduction)[language]
                }
            }
            if !isNothing { switches(content) }
            backHome
        }
    }

    private func switches(_ content: AppContent) -> HTML {
        let name = content.app.name
        return HTML(.form, .post, .action(paths.app(content.client))) {
            enterButton
            hidden((name: FormField.token, value: content.token))
            shown(.share, content.share)
            shown(.read, content.read)
            side(
                .share,
                SheetContent.Side(switches: content.share),
                Words.Sheet.share(language, app: name)
            )
            side(
                .read,
                SheetContent.Side(switches: content.read),
                Words.Sheet.read(language, app: name)
            )
            HTML(.div, .class("decision")) { button(Words.App.save, "primary", action: .save) }
        }
    }

    /// Says along with the form what the person saw, so that nothing else is taken back.
    private func shown(_ side: Side, _ switches: [Switch]) -> HTML {
        HTML(
            switches.map { item in
                let name = FormField.shown + side.field(item)
                return HTML(.input, .type("hidden"), .name(name), .value("on"))
            }
        )
    }

    /// The way to the person's page.
    var backHome: HTML {
        HTML(.p, .class("back")) {
            HTML(.a, .href(paths.home)) { Words.Home.back[language] }
        }
    }
}
