import CMicrohttpd

/// An answer made ready to be sent: its fields checked, those the server owns added.
struct Reply: Sendable {
    /// The status code, 200 to 599.
    let status: Int

    /// Every field but `Content-Length`, `Date` and `Connection`.
    let fields: [(name: String, value: String)]

    /// The body; empty when it is streamed.
    let body: [UInt8]

    /// The body that is produced while it is sent; nil for most answers.
    let stream: ResponseStream?

    /// Whether the connection ends with this answer.
    let closes: Bool

    /// Makes an answer ready.
    ///
    /// - Parameters:
    ///   - response: What the handler said.
    ///   - id: The request's identifier, sent as `X-Request-Id`.
    ///   - closes: Whether the connection has to end, whatever the handler said.
    ///   - stream: What is sent instead of the body.
    init(_ response: HTTPResponse, id: String, closes: Bool, stream: ResponseStream? = nil) {
        self.stream = stream
        status = (200...599).contains(response.status) ? response.status : 500
        body = response.body
        self.closes = closes || response.headers.contains { asksToClose($0.name, $0.value) }
        fields =
            response.headers.filter { isToken($0.name) && !isOwnedByServer($0.name) }
            .map { ($0.name, withoutControls($0.value)) } + [("X-Request-Id", id)]
    }

    /// The body as it is held while it is sent; nil for one that is streamed or small.
    func heldBody() -> HeldAnswer? {
        stream == nil && body.count > HeldAnswer.threshold ? HeldAnswer(body) : nil
    }

    /// Makes the library's form of the answer; the caller destroys it.
    func makeLibraryResponse(isHead: Bool, holding held: HeldAnswer?) -> OpaquePointer? {
        let streaming = stream.map { streamingResponse($0, isHead: isHead) }
        let response = streaming ?? held?.makeLibraryResponse() ?? plainResponse()
        guard let response else { return nil }
        for (name, value) in fields {
            MHD_add_response_header(response, name, value)
        }
        if closes { MHD_add_response_header(response, "Connection", "close") }
        return response
    }

    private func plainResponse() -> OpaquePointer? {
        body.withUnsafeBytes { bytes in
            http_response_copying(bytes.baseAddress, bytes.count)
        }
    }
}

private func streamingResponse(_ stream: ResponseStream, isHead: Bool) -> OpaquePointer? {
    let context = Unmanaged.passRetained(stream)
    let response = http_response_streaming(
        readStream,
        context.toOpaque(),
        releaseStream,
        isHead ? 1 : 0
    )
    if response == nil { context.release() }
    return response
}

private let ownedByServer = [
    "Connection", "Content-Length", "Date", "Transfer-Encoding", "X-Request-Id",
]

private func isOwnedByServer(_ name: String) -> Bool {
    ownedByServer.contains { equalIgnoringCase($0, name) }
}

private func asksToClose(_ name: String, _ value: String) -> Bool {
    equalIgnoringCase(name, "Connection") && equalIgnoringCase(value, "close")
}

/// Replaces control characters by blanks: a line break in a value would begin a field of its own.
private func withoutControls(_ value: String) -> String {
    guard value.utf8.contains(where: isControl) else { return value }
    let blank = UInt8(ascii: " ")
    return String(decoding: value.utf8.map { isControl($0) ? blank : $0 }, as: UTF8.self)
}

private func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 || byte == 0x7F
}
