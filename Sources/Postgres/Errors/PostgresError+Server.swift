import CLibpq

/// The one-letter codes of a diagnostic's fields (PostgreSQL manual, "Error and Notice Message
/// Fields"); the header defines them as character macros, which are not imported alike everywhere.
private enum DiagnosticField {
    static let sqlState = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
    static let detail = Int32(UInt8(ascii: "D"))
    static let hint = Int32(UInt8(ascii: "H"))
    static let position = Int32(UInt8(ascii: "P"))
}

extension PostgresError {
    /// Reads the error out of a failed result.
    ///
    /// Any field may be missing: a shard's error keeps little more than its condition.
    init(result: OpaquePointer, handle: OpaquePointer, queryName: String?) {
        func field(_ code: Int32) -> String? {
            PQresultErrorField(result, code).map { String(cString: $0) }
        }
        guard let state = field(DiagnosticField.sqlState) else {
            let message = firstLine(PQresultErrorMessage(result)) ?? "the statement failed"
            self.init(
                isLost(handle, message) ? .connection : .protocolViolation,
                message: message,
                queryName: queryName
            )
            return
        }
        let message = field(DiagnosticField.message) ?? "the server gave no message"
        self.init(
            Code(sqlState: state, message: message),
            sqlState: state,
            message: valueFree(message, sqlState: state),
            detail: quotesValues(state) ? nil : field(DiagnosticField.detail),
            hint: field(DiagnosticField.hint),
            position: field(DiagnosticField.position).flatMap { Int($0) },
            queryName: queryName
        )
    }

    /// Reads the error that libpq kept on the connection.
    init(handle: OpaquePointer, queryName: String?) {
        let message = firstLine(PQerrorMessage(handle)) ?? "the connection failed"
        self.init(
            isLost(handle, message) ? .connection : .protocolViolation,
            message: message,
            queryName: queryName
        )
    }

    /// Reads why a connection could not be made.
    ///
    /// libpq gives no fields at that point; at its verbose setting the text reads
    /// `FATAL:  28P01: password authentication failed ...`, so the condition is found in it.
    init(failedOpening handle: OpaquePointer) {
        let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let line = firstLine(PQerrorMessage(handle)) ?? "the connection could not be made"
        self.init(.connection, sqlState: sqlStateInVerboseText(text), message: line)
    }
}

extension PostgresError.Code {
    /// Sorts a condition into the kinds that callers tell apart.
    ///
    /// 57014 stands for both a statement timeout and a cancel request; only the message differs.
    init(sqlState: String, message: String) {
        switch sqlState {
        case "57014": self = message.contains("user request") ? .cancelled : .timeout
        case "55P03", "25P04": self = .timeout
        case "08P01": self = .protocolViolation
        case "57P01", "57P02", "57P03", "57P05", "25P03", "53300": self = .connection
        default: self = sqlState.hasPrefix("08") ? .connection : .server
        }
    }
}

/// Whether the connection is gone.
private func isLost(_ handle: OpaquePointer, _ message: String) -> Bool {
    PQstatus(handle) == CONNECTION_BAD || PostgresError.tellsOfLoss(message)
}

extension PostgresError {
    /// Whether a text of libpq says that the connection is gone.
    ///
    /// Where results of a pipeline are still to come, the text says so before the status does.
    package static func tellsOfLoss(_ message: String) -> Bool {
        [
            "server closed the connection", "connection has been closed",
            "could not receive data from server", "could not send data to server",
            "no connection to the server",
        ].contains { message.contains($0) }
    }
}

/// Whether the server's texts for this condition quote what was in the row or the bind.
private func quotesValues(_ sqlState: String) -> Bool {
    sqlState.hasPrefix("22") || sqlState.hasPrefix("23")
}

/// Cuts what a data exception (class 22) quotes: `invalid input syntax for type uuid: "x"`.
///
/// Everything from the first quotation mark to the last goes, since the value itself may hold
/// quotation marks; what follows a colon goes too (`byte sequence for encoding ...: 0xff`).
private func valueFree(_ message: String, sqlState: String) -> String {
    guard sqlState.hasPrefix("22") else { return message }
    let end = message.firstIndex { $0 == "\"" || $0 == ":" } ?? message.endIndex
    let kept = message[..<end]
    return end == message.endIndex ? message : kept + (kept.hasSuffix(" ") ? "..." : " ...")
}

/// The first line of a C string without trailing white space; nil when there is none.
private func firstLine(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text else { return nil }
    let line = String(cString: text).split(separator: "\n").first.map(String.init)
    return line.flatMap { $0.isEmpty ? nil : $0 }
}

/// Finds the last `: XXXXX: ` of five digits or capitals; several hosts give several texts.
private func sqlStateInVerboseText(_ text: String) -> String? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" })
    let states = words.filter { word in
        word.count == 6 && word.last == ":" && word.contains(where: \.isNumber)
            && word.dropLast().allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
    }
    return states.last.map { String($0.dropLast()) }
}
