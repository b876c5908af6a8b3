/// The target of a request line, taken apart (RFC 9112 section 3.2).
struct RequestTarget {
    /// The path, still percent-encoded; `*` for a request about the server itself.
    let path: String

    /// The query's parameters, percent-decoded, in order.
    let query: [(name: String, value: String)]

    /// Takes a target apart.
    ///
    /// - Throws: `badRequest` when it holds a byte that a target may not hold, is neither in
    ///   origin form, absolute form nor `*`, or has a malformed or non-UTF-8 percent escape in
    ///   its query.
    init(_ target: String) throws(HTTPFault) {
        guard target.utf8.allSatisfy(isTargetByte) else {
            throw .badRequest("The request target holds a character that must be percent-encoded.")
        }
        let local = try withoutAuthority(target)
        let mark = local.firstIndex(of: "?") ?? local.endIndex
        path = local[..<mark].isEmpty ? "/" : String(local[..<mark])
        query = try mark == local.endIndex ? [] : parameters(local[local.index(after: mark)...])
    }
}

/// Visible ASCII but for `#`, which belongs to fragments; those are never sent.
private func isTargetByte(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
}

/// Cuts scheme and authority off a target in absolute form.
private func withoutAuthority(_ target: String) throws(HTTPFault) -> Substring {
    if target == "*" || target.hasPrefix("/") { return target[...] }
    for scheme in ["http://", "https://"]
    where equalIgnoringCase(String(target.prefix(scheme.count)), scheme) {
        return target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
    }
    throw .badRequest("The request target is not a path.")
}

private func parameters(
    _ query: Substring
) throws(HTTPFault) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    for piece in query.split(separator: "&") {
        let mark = piece.firstIndex(of: "=") ?? piece.endIndex
        let name = try percentDecoded(piece[..<mark])
        let value = try percentDecoded(piece[mark...].dropFirst())
        parameters.append((name, value))
    }
    return parameters
}

private func percentDecoded(_ text: Substring) throws(HTTPFault) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            bytes.append(byte)
            continue
        }
        guard let high = rest.popFirst().flatMap(hexadecimalValue),
            let low = rest.popFirst().flatMap(hexadecimalValue)
        else { throw .badRequest("The query has a malformed percent escape.") }
        bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest("The query is not UTF-8.")
    }
    return decoded
}

private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
