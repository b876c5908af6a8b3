import HTTPServer
import HealthAPI

/// The media types bodies come in.
enum MediaType: String {
    case json = "application/json"
    case ndjson = "application/x-ndjson"

    /// The type of a request's body, which must be one of those given.
    ///
    /// Parameters such as `charset=utf-8` are allowed; another charset is not.
    ///
    /// - Throws: `Problem` with `unsupportedMediaType`.
    @discardableResult
    static func require(_ types: [MediaType], of head: HTTPRequestHead) throws -> MediaType {
        let header = head.headers["Content-Type"] ?? ""
        let parts = header.lowercased().split(separator: ";").map { $0.trimmed }
        let isUTF8 = parts.dropFirst().allSatisfy {
            !$0.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains($0)
        }
        if let type = parts.first.flatMap(MediaType.init(rawValue:)), types.contains(type), isUTF8 {
            return type
        }
        throw Problem(
            .unsupportedMediaType,
            "The body must be " + types.map(\.rawValue).joined(separator: " or ") + " in UTF-8.",
            field: "Content-Type"
        )
    }
}

extension Substring {
    /// The text without blanks and tabs at its ends.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
