import HealthAPI

/// A path of a page with its query, within this server: no link leads anywhere else.
struct SheetPath: Hashable, Sendable {
    /// The path, percent-encoded; begins with `/`.
    let text: String

    private init(_ text: String) {
        self.text = text
    }
}

/// Makes the paths of pages.
struct SheetPaths: Hashable, Sendable {
    /// What comes before each path where the server is not at the top of its host; else empty.
    let prefix: String
    /// The language that was asked for by hand, and goes along with every link.
    let chosen: Language?

    /// The person's page.
    var home: SheetPath { path("/sheet") }
    /// Where one signs in.
    var signIn: SheetPath { path("/sheet/sign-in") }
    /// Where one signs out.
    var signOut: SheetPath { path("/sheet/sign-out") }
    /// The style of all pages.
    var style: SheetPath { SheetPath(joining: prefix, "/sheet/style.css") }
    /// The script of all pages.
    var script: SheetPath { SheetPath(joining: prefix, "/sheet/sheet.js") }

    /// Where one signs in, to answer a request if there is one, with a code if it is known.
    func signIn(toAnswer userCode: String?, code: String = "") -> SheetPath {
        let request = userCode.map { [(FormField.request, $0)] } ?? []
        return path("/sheet/sign-in", request + (code.isEmpty ? [] : [(FormField.code, code)]))
    }

    /// What an app asks for.
    func request(_ code: String) -> SheetPath { path("/sheet/requests", then: code) }

    /// What an app may do.
    func app(_ client: String) -> SheetPath { path("/sheet/apps", then: client) }

    /// The same paths in a language.
    func `in`(_ language: Language) -> SheetPaths { SheetPaths(prefix: prefix, chosen: language) }

    private func path(_ path: String, then part: String) -> SheetPath {
        self.path(path + "/" + PercentEncoding.encode(part))
    }

    private func path(_ path: String, _ query: [(String, String)] = []) -> SheetPath {
        let query = query + (chosen.map { [(FormField.language, $0.rawValue)] } ?? [])
        let text = query.map { $0 + "=" + PercentEncoding.encode($1) }.joined(separator: "&")
        return SheetPath(joining: prefix, text.isEmpty ? path : path + "?" + text)
    }
}

extension SheetPath {
    fileprivate init(joining prefix: String, _ path: String) {
        self.init(prefix + path)
    }
}
