/// What a request may do, decided from its head alone.
package enum HTTPAdmission: Sendable {
    /// The body may have this many bytes on the wire, and this many once decompressed.
    case bodyLimit(Int, inflated: Int)

    /// The request ends here with this answer; its body is not read.
    case reject(HTTPResponse)
}

/// The application behind a server.
package protocol HTTPHandler: Sendable {
    /// Decides on a request before its body is read.
    ///
    /// Runs on the library's network thread: it must not block.
    func admit(_ head: HTTPRequestHead) -> HTTPAdmission

    /// Answers a request that has arrived whole.
    ///
    /// Runs in a Swift task of its own. The task is cancelled when the server stops before the
    /// answer is ready; the answer is then dropped. A client that goes away is not noticed until
    /// the answer is sent.
    func respond(to request: HTTPRequest) async -> HTTPResponse

    /// Words the server's own refusals.
    ///
    /// Runs on a network thread: it must not block. The head is nil when the request was too
    /// malformed to have one.
    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse

    /// Hears that a request is over, for access logs.
    ///
    /// Called once for every request that had a head, on a network thread: it must not block.
    ///
    /// - Parameters:
    ///   - status: The status sent, or 499 when the connection ended before there was an answer.
    ///   - bytesIn: Body bytes received, as they were on the wire.
    ///   - bytesOut: Body bytes of the answer; 0 when it could not be sent whole.
    ///   - duration: From the request line to the last byte of the answer.
    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    )
}
