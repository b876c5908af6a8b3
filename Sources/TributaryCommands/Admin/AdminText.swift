import JSON

/// Values of answers as people read them.
enum AdminText {
    /// A value on one line; a dash where there is none.
    static func of(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "-" }
        switch value.kind {
        case .array where value.count == 0: return "-"
        case .array: return value.elements.map { of($0) }.joined(separator: ",")
        case .boolean: return value.bool == true ? "yes" : "no"
        case .string: return printable(value.string ?? "")
        default: return printable(raw(value))
        }
    }

    /// A value as the server wrote it.
    static func raw(_ value: JSONValue) -> String {
        String(decoding: value.rawBytes, as: UTF8.self)
    }

    /// Text without what a terminal would obey: others choose names.
    static func printable(_ text: String) -> String {
        var printable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format
            printable.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(printable)
    }
}
