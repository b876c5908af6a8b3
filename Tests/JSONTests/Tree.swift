import Foundation
import JSON

/// A document as a value of its own, to compare parsers with.
enum Tree: Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case outOfRange
    case string([UInt8])
    case array([Tree])
    case object([[UInt8]: Tree])

    /// Copies a document; of equal keys the last one counts.
    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.bool == true)
        case .number: self = value.double.map(Tree.number) ?? .outOfRange
        case .string: self = .string(value.utf8.map(Array.init) ?? [])
        case .array: self = .array(value.elements.map(Tree.init))
        case .object:
            let members = value.members.map { (Array($0.key.utf8), Tree($0.value)) }
            self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
        }
    }

    /// Reads a document with Foundation.
    init(foundation bytes: [UInt8]) throws {
        let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
        self = Tree(
            object: try JSONSerialization.jsonObject(with: Data(bytes), options: options)
        )
    }

    private init(object: Any) {
        switch object {
        case let array as [Any]: self = .array(array.map(Tree.init(object:)))
        case let object as [String: Any]:
            let members = object.map { (Array($0.key.utf8), Tree(object: $0.value)) }
            self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
        case let string as String: self = .string(Array(string.utf8))
        case let number as NSNumber where String(cString: number.objCType) == "c":
            self = .boolean(number.boolValue)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: self = .null
        }
    }
}

/// Parses a text with a parser of its own.
func tree(_ text: String) throws -> Tree {
    try tree(Array(text.utf8))
}

/// Parses bytes with a parser of their own.
func tree(_ bytes: [UInt8], depthLimit: Int = 32, tokenLimit: Int = 4_000_000) throws -> Tree {
    try JSONParser(depthLimit: depthLimit, tokenLimit: tokenLimit).parse(bytes) { Tree($0) }
}

/// The error of a text that should have one; nil if it parses.
func failure(_ bytes: [UInt8], depthLimit: Int = 32, tokenLimit: Int = 4_000_000) -> JSONError? {
    do {
        _ = try tree(bytes, depthLimit: depthLimit, tokenLimit: tokenLimit)
        return nil
    } catch {
        return error as? JSONError
    }
}

/// The error of a text that should have one; nil if it parses.
func failure(_ text: String) -> JSONError? {
    failure(Array(text.utf8))
}
