/// A page of the permission sheet, or a file that pages need.
package enum SheetRoute: Hashable, Sendable {
    /// What waits for the person, and which apps may do something.
    case home
    /// The form that asks for a personal code.
    case signInForm
    /// Signs in with a code.
    case signIn
    /// Signs out.
    case signOut
    /// What an app asks for, by the code that the person was shown.
    case request(userCode: String)
    /// Answers it.
    case answerRequest(userCode: String)
    /// What an app may do.
    case app(client: String)
    /// Takes some of it back.
    case changeApp(client: String)
    /// The style of all pages.
    case style
    /// The script of all pages.
    case script
}

extension Route {
    /// The pages that people see.
    static let sheetPatterns: [RoutePattern] = [
        pattern("GET", "/sheet") { _ in .sheet(.home) },
        pattern("GET", "/sheet/sign-in") { _ in .sheet(.signInForm) },
        pattern("POST", "/sheet/sign-in") { _ in .sheet(.signIn) },
        pattern("POST", "/sheet/sign-out") { _ in .sheet(.signOut) },
        pattern("GET", "/sheet/requests/{userCode}") { .sheet(.request(userCode: $0[0])) },
        pattern("POST", "/sheet/requests/{userCode}") { .sheet(.answerRequest(userCode: $0[0])) },
        pattern("GET", "/sheet/apps/{client}") { .sheet(.app(client: $0[0])) },
        pattern("POST", "/sheet/apps/{client}") { .sheet(.changeApp(client: $0[0])) },
        pattern("GET", "/sheet/style.css") { _ in .sheet(.style) },
        pattern("GET", "/sheet/sheet.js") { _ in .sheet(.script) },
    ]

    /// Whether a path is one that people ask for with a browser, be there a page or not.
    package static func isSheet(path: String) -> Bool {
        path == "/sheet" || path.hasPrefix("/sheet/")
    }
}
