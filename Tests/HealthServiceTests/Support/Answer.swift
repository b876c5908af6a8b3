import HTTPClient

/// What the server answered.
struct Answer: Sendable {
    let status: Int
    let headers: ResponseHeaders
    let body: [UInt8]
    /// The body as JSON; null when it is none.
    let json: JSONTree

    init(_ response: ClientResponse) {
        status = response.status
        headers = response.headers
        body = response.body
        json = (try? JSONTree(parsing: response.body)) ?? .null
    }

    /// A member of the body.
    subscript(_ key: String) -> JSONTree { json[key] }

    /// The code of a problem; what is made may have a code of another kind.
    var code: String? { status < 400 ? nil : json["code"].string }

    /// Status and code, to compare in one go: `400 invalidRange`.
    var summary: String { code.map { "\(status) \($0)" } ?? "\(status)" }

    /// The outcomes of a push as `index outcome code field`.
    var outcomes: [String] {
        json["outcomes"].elements.map { outcome in
            let index = outcome["index"].number.map { String(Int($0)) }
            return [index, outcome["outcome"].string, outcome["code"].string]
                .compactMap { $0 }.joined(separator: " ")
                + (outcome["field"].string.map { " " + $0 } ?? "")
        }
    }

    /// The counts of a push as `stored/duplicate/rejected`.
    var counts: String {
        ["stored", "duplicate", "rejected"]
            .map { json[$0].number.map { String(Int($0)) } ?? "?" }.joined(separator: "/")
    }
}
