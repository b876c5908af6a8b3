package import JSON

/// Why a server refused something: the words of problem details (RFC 9457) and of outcomes.
package struct Refusal: Hashable, Sendable, CustomStringConvertible {
    /// For programs; stable.
    package let code: String
    /// The member that is wrong, if it is one.
    package let field: String?
    /// For people.
    package let detail: String

    /// Makes a refusal.
    package init(code: String, field: String? = nil, detail: String) {
        self.code = code
        self.field = field
        self.detail = detail
    }

    /// Reads the members of an object; nil without a code.
    package init?(_ value: JSONValue) {
        guard let code = value["code"]?.string else { return nil }
        self.init(
            code: code,
            field: value["field"]?.string,
            detail: value["detail"]?.string ?? ""
        )
    }

    /// Reads the body of an answer; nil where it is no problem.
    package init?(problem body: [UInt8]) {
        let problem = try? JSONParser().parse(body) { Refusal($0) }
        guard let problem = problem ?? nil else { return nil }
        self = problem
    }

    /// The code and the words.
    package var description: String { detail.isEmpty ? code : "\(code): \(detail)" }
}
