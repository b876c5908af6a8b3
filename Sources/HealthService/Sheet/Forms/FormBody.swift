import HTTPServer

/// What a form sent: `application/x-www-form-urlencoded`, read strictly.
///
/// Each name comes once at most. Texts are UTF-8 without control characters; what our own pages
/// would not send is no form.
struct FormBody: Sendable {
    private let values: [String: String]

    /// The largest body of a form, in bytes: that of a sheet with every type is a third of it.
    static let limit = 64 << 10
    /// The most fields of a form.
    static let fieldLimit = 1000
    /// The longest value of a field, in bytes once decoded.
    static let valueLimit = 1024

    /// Reads a request's body.
    ///
    /// - Throws: `SheetTrouble.refusedForm`.
    init(_ request: HTTPRequest) throws {
        guard Self.isForm(request.head.headers.values(of: "Content-Type")),
            let form = FormBody(request.body.bytes)
        else { throw SheetTrouble.refusedForm }
        self = form
    }

    /// Reads bytes; nil where they are no form.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit else { return nil }
        var values: [String: String] = [:]
        guard !bytes.isEmpty else {
            self.values = values
            return
        }
        let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard fields.count <= Self.fieldLimit else { return nil }
        for field in fields {
            let parts = field.split(
                separator: UInt8(ascii: "="),
                omittingEmptySubsequences: false
            )
            guard parts.count == 2, let name = Self.decoded(parts[0]), !name.isEmpty,
                let value = Self.decoded(parts[1]),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.values = values
    }

    /// A field's text; nil where it was not sent.
    subscript(name: String) -> String? { values[name] }

    /// The names of all fields, in no order.
    var names: Dictionary<String, String>.Keys { values.keys }

    /// Insists that there is no other field than those named.
    ///
    /// - Throws: `SheetTrouble.refusedForm`.
    func require(only known: Set<String>) throws {
        guard values.keys.allSatisfy(known.contains) else { throw SheetTrouble.refusedForm }
    }

    /// Whether a form is announced, once, in no other character set.
    private static func isForm(_ contentTypes: [String]) -> Bool {
        guard contentTypes.count == 1 else { return false }
        let type = contentTypes[0].lowercased().filter { $0 != " " && $0 != "\t" }
        let form = "application/x-www-form-urlencoded"
        return type == form || type == form + ";charset=utf-8"
    }

    /// Undoes the encoding of the URL standard's forms: `+` is a blank, `%` begins two digits.
    private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = part.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard bytes.count <= valueLimit, isPlain else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
