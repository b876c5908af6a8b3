import CCurl
import Glibc

/// The answer to one request while it arrives.
final class AnswerCollector {
    /// The header fields of the last header section.
    private(set) var headers: [(name: String, value: String)] = []

    /// The body so far; empty when pieces are passed on.
    private(set) var body: [UInt8] = []

    /// The status of the last header section.
    private(set) var status = 0

    /// Whether whoever takes the pieces wanted no more.
    private(set) var isEnough = false

    /// Whether the last header section came to its end.
    ///
    /// libcurl takes an answer for whole whose connection is closed within that section.
    private(set) var isHeadWhole = false

    /// Whether the transfer was ended because the answer is too large.
    private(set) var isTooLarge = false

    /// The most bytes of the body.
    let bodyLimit: Int

    private var headerBytes = 0
    private let passOn: ((ClientResponse) -> Bool)?

    /// The most bytes of header sections.
    private static let headerLimit = 256 * 1024

    /// Makes a collector for one answer.
    ///
    /// With `passOn` the body is not collected: each piece is passed on with the answer's head, and
    /// false ends the transfer.
    init(bodyLimit: Int, passOn: ((ClientResponse) -> Bool)? = nil) {
        self.bodyLimit = bodyLimit
        self.passOn = passOn
    }

    /// The answer with what was collected of its body.
    var response: ClientResponse { response(with: body) }

    /// Takes in one line of a header section; false ends the transfer.
    ///
    /// A status line begins a new section: an interim answer (100 Continue) may come before the
    /// real one, and a repeated request before its second answer.
    func appendHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= AnswerCollector.headerLimit else { return end() }
        if line.starts(with: "HTTP/".utf8) {
            headers = []
            body = []
            status = Int(text(line.dropFirst(9).prefix(3))) ?? 0
            isHeadWhole = false
        } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isHeadWhole = true
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            headers.append((text(line[..<colon]), text(line[(colon + 1)...])))
        }
        return true
    }

    /// Takes in a piece of the body; false ends the transfer.
    func appendBody(_ piece: UnsafeRawBufferPointer) -> Bool {
        if let passOn {
            isEnough = !passOn(response(with: Array(piece)))
            return !isEnough
        }
        guard piece.count <= bodyLimit - body.count else { return end() }
        body.append(contentsOf: piece)
        return true
    }

    private func response(with bytes: [UInt8]) -> ClientResponse {
        ClientResponse(status: status, headers: ResponseHeaders(pairs: headers), body: bytes)
    }

    private func end() -> Bool {
        isTooLarge = true
        return false
    }
}

/// Receives a header line from libcurl.
func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return collector(context)?.appendHeader(line) == true ? line.count : failure(line)
}

/// Receives a piece of the body from libcurl.
func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return collector(context)?.appendBody(piece) == true ? piece.count : failure(piece)
}

private func collector(_ context: UnsafeMutableRawPointer?) -> AnswerCollector? {
    context.map { Unmanaged<AnswerCollector>.fromOpaque($0).takeUnretainedValue() }
}

/// A count that is not the one received, which ends the transfer.
private func failure(_ bytes: UnsafeRawBufferPointer) -> Int {
    bytes.isEmpty ? 1 : 0
}

/// Bytes as text without the blanks around them; what is not UTF-8 becomes U+FFFD.
private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]
    var bytes = bytes.drop { blanks.contains($0) }
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}
