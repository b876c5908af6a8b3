/// An app, as a person sees it.
struct AppName: Hashable, Sendable {
    /// What it calls itself; its bundle identifier where it has no name.
    let name: String
    /// Its bundle identifier, which no two apps share.
    let bundleIdentifier: String
}

/// What the person's page shows.
struct HomeContent: Hashable, Sendable {
    /// A request that waits for the person.
    struct Request: Hashable, Sendable {
        let app: AppName
        let code: String
    }

    /// An app that may do something.
    struct App: Hashable, Sendable {
        let app: AppName
        let client: String
        let writes: Extent
        let reads: Extent
    }

    /// How much of a side an app may do.
    enum Extent: Hashable, Sendable {
        /// So many types.
        case types(Int)
        /// Every type without a decision of its own, and maybe others.
        case everything
    }

    let requests: [Request]
    let apps: [App]
    /// The token of the session's forms.
    let token: String
}

extension Page {
    /// Shows what waits for the person, and which apps may do something.
    func home(_ content: HomeContent) -> HTML {
        document(Words.Home.title) {
            HTML(.h1) { Words.Home.title[language] }
            requests(content)
            apps(content)
            signOut(content.token)
        }
    }

    private func requests(_ content: HomeContent) -> HTML {
        if content.requests.isEmpty {
            return HTML(.section) {
                HTML(.p, .class("empty")) { Words.Home.noRequests[language] }
            }
        }
        return HTML(.section, .labelledBy("requests")) {
            HTML(.h2, .id("requests")) {
                Words.Home.requests(language, content.requests.count)
            }
            HTML(.ul, .class("card rows")) {
                for request in content.requests {
                    row(request.app, leadingTo: paths.request(request.code)) {
                        request.code
                    }
                }
            }
        }
    }

    private func apps(_ content: HomeContent) -> HTML {
        HTML(.section, .labelledBy("apps")) {
            HTML(.h2, .id("apps")) { Words.Home.apps[language] }
            if content.apps.isEmpty {
                HTML(.p, .class("empty")) { Words.Home.noApps[language] }
            } else {
                HTML(.ul, .class("card rows")) {
                    for app in content.apps {
                        row(app.app, leadingTo: paths.app(app.client)) { summary(app) }
                    }
                }
            }
        }
    }

    private func row(
        _ app: AppName,
        leadingTo path: SheetPath,
        _ detail: () -> String
    ) -> HTML {
        HTML(.li) {
            HTML(.a, .href(path)) {
                monogram(app)
                HTML(.span, .class("words")) {
                    HTML(.bdi, .class("name")) { app.name }
                    HTML(.span, .class("detail")) { detail() }
                }
            }
        }
    }

    private func summary(_ app: HomeContent.App) -> String {
        let parts = [
            text(app.writes, Words.Home.writes, Words.Home.writesEverything),
            text(app.reads, Words.Home.reads, Words.Home.readsEverything),
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    private func text(
        _ extent: HomeContent.Extent,
        _ some: CountedPhrase,
        _ everything: Phrase
    ) -> String? {
        switch extent {
        case .everything: everything[language]
        case .types(0): nil
        case .types(let count): some(language, count)
        }
    }

    /// The first letter of an app's name, in place of an icon.
    func monogram(_ app: AppName) -> HTML {
        HTML(.span, .class("monogram"), .ariaHidden) {
            String(app.name.prefix(1)).uppercased()
        }
    }
}
