import TestSupport

/// Bytes for the server, and how they are to be judged.
struct FuzzInput: Sendable {
    /// What is broken.
    enum Kind: String, CaseIterable, Sendable {
        case head
        case json
        case lines
        case unit
        case query
        case form
    }

    /// What is broken.
    let kind: Kind
    /// What is sent.
    let bytes: [UInt8]
    /// Whether it is one whole request with a right head, so that an answer must come.
    let isWhole: Bool

    /// Whether its head takes nearly all of the 32 KiB that a connection has for it: then libmicrohttpd
    /// may have no room left to answer, and closes or waits until it is out of patience.
    var fillsBuffer: Bool {
        let head = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? bytes.count
        return head > 24 << 10
    }

    /// The bytes as a line, the unusual ones escaped, to send them again by hand.
    var shown: String {
        bytes.prefix(3000).map { byte in
            0x20..<0x7F ~= byte ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }.joined()
    }

    /// The next input of a lane.
    static func random(
        _ cast: FuzzCast,
        _ url: String,
        using generator: inout SeededGenerator
    ) -> FuzzInput {
        let kind = Kind.allCases.randomElement(using: &generator) ?? .head
        return switch kind {
        case .head: HeadFuzz.input(cast, using: &generator)
        case .json: JSONFuzz.input(cast, using: &generator)
        case .lines: LineFuzz.input(cast, using: &generator)
        case .unit: UnitFuzz.input(cast, using: &generator)
        case .query: QueryFuzz.input(cast, using: &generator)
        case .form: FormFuzz.input(cast, url, using: &generator)
        }
    }

    /// A whole request with a right head around a target and a body.
    static func request(
        _ kind: Kind,
        _ method: String,
        _ target: String,
        token: String?,
        fields: [String] = [],
        body: [UInt8]? = nil
    ) -> FuzzInput {
        var head = ["\(method) \(target) HTTP/1.1", "Host: x", "Connection: close"] + fields
        if let token { head.append("Authorization: Bearer \(token)") }
        if let body { head.append("Content-Length: \(body.count)") }
        let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
        return FuzzInput(kind: kind, bytes: bytes, isWhole: true)
    }
}

extension SeededGenerator {
    /// One of some values.
    mutating func one<Element>(of values: [Element]) -> Element {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    /// True once in so many times.
    mutating func isOnce(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
