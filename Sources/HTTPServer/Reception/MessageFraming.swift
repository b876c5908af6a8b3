/// How a request's header section says where its body ends (RFC 9112 section 6).
struct MessageFraming {
    /// The length of the body when it was announced; nil when it comes in chunks.
    let contentLength: Int?

    /// Whether the body is a series of gzip members.
    let isCompressed: Bool

    /// Reads the framing, refusing whatever two readers could understand differently.
    ///
    /// The library takes the first of several Content-Length fields and lets Transfer-Encoding
    /// win over Content-Length: behind a proxy that decides otherwise, either would let one
    /// request hide inside another. So each field must be there at most once, and not both.
    ///
    /// The same goes for the fields that say who asks and what the body is.
    ///
    /// - Throws: `badRequest` for such a section, a name that is not a token, a control character
    ///   in a value, a Host field missing or repeated, or Authorization or Content-Type repeated;
    ///   `unsupportedEncoding` for a content encoding other than gzip.
    init(_ headers: HTTPHeaders, version: String) throws(HTTPFault) {
        try checkSyntax(headers)
        let hosts = headers.values(of: "Host").count
        guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else {
            throw .badRequest("The request needs exactly one Host field.")
        }
        for name in ["Authorization", "Content-Type"] where headers.values(of: name).count > 1 {
            throw .badRequest("The header field \(name) is repeated.")
        }
        contentLength = try announcedLength(headers, version: version)
        isCompressed = try usesGzip(headers) && contentLength != 0
    }

    /// Tells whether bytes of a body may follow the header section, however malformed it is.
    static func announcesBody(_ headers: HTTPHeaders) -> Bool {
        headers["Transfer-Encoding"] != nil
            || headers.values(of: "Content-Length").contains { $0 != "0" }
    }

    /// Tells whether the client waits for 100 Continue before it sends its body.
    static func expectsContinue(_ headers: HTTPHeaders) -> Bool {
        headers["Expect"].map { equalIgnoringCase($0, "100-continue") } ?? false
    }
}

private func checkSyntax(_ headers: HTTPHeaders) throws(HTTPFault) {
    for (name, value) in headers.pairs {
        guard isToken(name) else { throw .badRequest("A header field's name is malformed.") }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .badRequest("The header field \(name) holds a control character.")
        }
    }
}

private func announcedLength(
    _ headers: HTTPHeaders,
    version: String
) throws(HTTPFault) -> Int? {
    let lengths = headers.values(of: "Content-Length")
    let codings = headers.values(of: "Transfer-Encoding")
    guard !codings.isEmpty else { return try lengths.isEmpty ? 0 : length(lengths) }
    guard lengths.isEmpty else {
        throw .badRequest("Content-Length and Transfer-Encoding exclude each other.")
    }
    guard codings.count == 1, equalIgnoringCase(codings[0], "chunked"), version != "HTTP/1.0"
    else { throw .badRequest("The only transfer encoding accepted is chunked.") }
    return nil
}

private func length(_ values: [String]) throws(HTTPFault) -> Int {
    guard values.count == 1 else { throw .badRequest("Content-Length is repeated.") }
    guard values[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(values[0])
    else { throw .badRequest("Content-Length is not a number.") }
    return length
}

private func usesGzip(_ headers: HTTPHeaders) throws(HTTPFault) -> Bool {
    let encodings = headers.values(of: "Content-Encoding")
    guard encodings.count <= 1 else { throw .unsupportedEncoding }
    guard let encoding = encodings.first, !equalIgnoringCase(encoding, "identity") else {
        return false
    }
    guard ["gzip", "x-gzip"].contains(where: { equalIgnoringCase($0, encoding) }) else {
        throw .unsupportedEncoding
    }
    return true
}

/// Tells whether a string is a token (RFC 9110 section 5.6.2), as a field's name has to be.
func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
}

private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "^")...UInt8(ascii: "z"),  // ^ _ ` and the small letters
        UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: "~"),
        UInt8(ascii: "#")...UInt8(ascii: "'"),  // # $ % & '
        UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
    default: false
    }
}
