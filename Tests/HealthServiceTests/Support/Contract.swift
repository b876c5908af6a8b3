import HTTPClient
import HealthAPI
import Testing

/// The OpenAPI document as tests use it: what an answer may look like.
struct Contract: Sendable {
    /// The document that the server gives out.
    static let shared = Contract((try? JSONTree(parsing: OpenAPI.document)) ?? .null)

    /// The document.
    let document: JSONTree
    /// Checks values against its schemas.
    let schemas: SchemaChecker

    init(_ document: JSONTree) {
        self.document = document
        schemas = SchemaChecker(document: document)
    }

    /// One call of the document.
    struct Operation: Sendable {
        let method: String
        let path: String
        let description: JSONTree
    }

    /// Every call, in no particular order.
    var operations: [Operation] {
        document["paths"].members.flatMap { path, methods in
            methods.members.map { method, description in
                Operation(method: method.uppercased(), path: path, description: description)
            }
        }
    }

    /// The call behind a method and a path pattern.
    func operation(_ method: String, _ path: String) -> JSONTree {
        document["paths"][path][method == "HEAD" ? "get" : method.lowercased()]
    }

    /// Follows a reference, if it is one.
    func resolved(_ value: JSONTree) -> JSONTree { schemas.resolved(value) }

    /// The codes that an operation may refuse with.
    func codes(of operation: JSONTree) -> Set<String> {
        let all = document["x-problem-codes"].elements + operation["x-problem-codes"].elements
        return Set(all.compactMap(\.string))
    }
}

/// Checking of answers.
extension Contract {
    /// Records an issue for everything about an answer that the document does not say.
    func check(_ answer: Answer, method: String, path: String) {
        let path = String(path.prefix { $0 != "?" })
        for fault in faults(answer, method: method, path: path) {
            let body = String(decoding: answer.body.prefix(500), as: UTF8.self)
            Issue.record("\(method) \(path) answered \(answer.status): \(fault): \(body)")
        }
    }

    private func faults(_ answer: Answer, method: String, path: String) -> [String] {
        var faults = headerFaults(answer)
        switch Route.match(method: method, path: path) {
        case .found(_, let pattern):
            let operation = operation(method, pattern)
            let described = resolved(operation["responses"]["\(answer.status)"])
            if described == .null { faults.append("the status is not documented") }
            if method == "HEAD" { return faults }
            faults += bodyFaults(answer, described["content"])
            if let code = problemCode(answer), !codes(of: operation).contains(code) {
                faults.append("the code is not documented")
            }
        case .methodNotAllowed(let allow):
            if method != "HEAD" { faults += problemFaults(answer, "methodNotAllowed") }
            if answer.headers["Allow"] != allow.joined(separator: ", ") { faults.append("Allow") }
        case .notFound:
            faults += problemFaults(answer, "notFound")
        }
        return faults
    }

    private func headerFaults(_ answer: Answer) -> [String] {
        var faults: [String] = []
        if answer.headers.values(of: "X-Request-Id").count != 1 { faults.append("X-Request-Id") }
        if answer.status == 401, answer.headers["WWW-Authenticate"] != "Bearer" {
            faults.append("WWW-Authenticate")
        }
        if [429, 503].contains(answer.status), answer.headers["Retry-After"] == nil {
            faults.append("Retry-After")
        }
        if answer.status != 204, answer.headers["Cache-Control"] != "no-store" {
            faults.append("Cache-Control")
        }
        return faults
    }

    private func bodyFaults(_ answer: Answer, _ content: JSONTree) -> [String] {
        guard content != .null else { return answer.body.isEmpty ? [] : ["there is a body"] }
        let type = answer.headers["Content-Type"] ?? "nothing"
        // What is no JSON is text, in UTF-8.
        let isText = type.hasPrefix("text/") && type.hasSuffix("; charset=utf-8")
        let schema = content[isText ? String(type.prefix { $0 != ";" }) : type]["schema"]
        guard schema != .null else { return ["the body is \(type)"] }
        if isText { return [] }
        if type == "application/x-ndjson" {
            let lines = answer.body.split(separator: UInt8(ascii: "\n"))
            let isJSON = lines.allSatisfy { (try? JSONTree(parsing: Array($0))) != nil }
            return isJSON ? [] : ["a line is no JSON"]
        }
        guard answer.json != .null else { return ["the body is no JSON"] }
        return schemas.faults(in: answer.json, schema) + consistencyFaults(answer)
    }

    /// The code of a refusal; an answer may have a member of that name, too.
    private func problemCode(_ answer: Answer) -> String? {
        answer.status < 400 ? nil : answer.code
    }

    /// What a problem says twice must agree.
    private func consistencyFaults(_ answer: Answer) -> [String] {
        guard let code = problemCode(answer) else { return [] }
        let status = ProblemCode(rawValue: code)?.status
        let isSame = status == answer.status && answer["status"].number == Double(answer.status)
        return isSame ? [] : ["status and code disagree"]
    }

    private func problemFaults(_ answer: Answer, _ code: String) -> [String] {
        let content: JSONTree = [
            "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ]
        return bodyFaults(answer, content) + (answer.code == code ? [] : ["the code"])
    }
}
