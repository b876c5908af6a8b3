/// Why a text is not a document that can be used, and where.
package struct JSONError: Error, Sendable, Hashable {
    /// The kind of a failure; the raw values are stable and part of answers to clients.
    package enum Code: String, Sendable, CaseIterable {
        /// The text ends inside a string, array or object.
        case truncated
        /// The text breaks the grammar of RFC 8259; also bad escapes and lone surrogates.
        case syntax
        /// The text is not UTF-8.
        case invalidUTF8
        /// More arrays and objects inside each other than allowed.
        case depth
        /// More values than allowed, or more bytes than can be counted in 32 bits.
        case tooLarge
        /// An object has a key twice. The parser accepts that; see `JSONValue.duplicateKey()`.
        case duplicateKey
        /// Something follows the end of the document.
        case trailing
        /// There is nothing but white space.
        case empty
    }

    /// The kind of the failure.
    package let code: Code

    /// The byte of the text the failure belongs to; its size if the text ended too early.
    package let offset: Int

    /// What is wrong there, in a few words.
    private let reason: String

    /// Makes an error of the parser's kinds, for rules that callers add to the grammar.
    package init(_ code: Code, offset: Int) {
        self.init(code, offset: offset, reason: code.reason)
    }

    /// Makes an error that says more than its code does.
    init(_ code: Code, offset: Int, reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }
}

/// Prints kind and place, and nothing of the content: safe to show and to log.
extension JSONError: CustomStringConvertible {
    package var description: String {
        "\(reason) at byte \(offset)"
    }
}

extension JSONError.Code {
    fileprivate var reason: String {
        switch self {
        case .truncated: "the JSON text ends too early"
        case .syntax: "the JSON text is malformed"
        case .invalidUTF8: "the JSON text is not valid UTF-8"
        case .depth: "the JSON text is nested too deeply"
        case .tooLarge: "the JSON text holds too many values"
        case .duplicateKey: "the JSON text has a key twice in one object"
        case .trailing: "the JSON text goes on after its end"
        case .empty: "the JSON text is empty"
        }
    }
}
