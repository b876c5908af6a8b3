import HTTPServer
import HealthStore

/// A request for a page, and who makes it.
struct SheetVisit: Sendable {
    /// The request.
    let head: HTTPRequestHead
    /// The language of the answer, and whether it was asked for by hand.
    let language: Language
    let paths: SheetPaths
    /// Who is signed in, if anybody.
    let session: Session?
    /// What was sent with the request; nil for one that only asks.
    let form: FormBody?

    /// The frame of a page in the language of the visit; `here` is its own path.
    func page(_ here: (@Sendable (SheetPaths) -> SheetPath)? = nil) -> Page {
        Page(language, paths, here: here)
    }

    /// A text of the query; nil where it is not there, there twice, or too long.
    func query(_ name: String) -> String? { head.sheetQuery(name) }
}

extension HTTPRequestHead {
    /// A text of a page's query; whatever else is in the query does not matter to a page.
    func sheetQuery(_ name: String) -> String? {
        let values = query.filter { $0.name == name }.map(\.value)
        guard values.count == 1, values[0].utf8.count <= 256 else { return nil }
        return values[0]
    }
}
