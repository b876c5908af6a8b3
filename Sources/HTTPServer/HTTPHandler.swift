/// What a request may do, decided from its head alone.
package enum HTTPAdmission: Sendable {
    /// The body may have this many bytes on the wire, and this many once decompressed.
    ///
    /// It is handed over whole. A long poll is a request whose answer may take minutes: it counts
    /// against `longRequestsLimit` instead of `requestsInFlightLimit`, and its task is cancelled
    /// when the client ends the connection (noticed within a second) and when the server begins
    /// to stop; in the second case its answer is still sent.
    case bodyLimit(Int, inflated: Int, isLongPoll: Bool = false)

    /// The body is handed over while it arrives, as `HTTPRequest.stream`, within the same limits.
    ///
    /// The handler is called as soon as the head is in. A client that asked first is told to go on
    /// (100 Continue) when the handler begins to read; until then the handler may still refuse.
    case stream(limit: Int, inflated: Int)

    /// The request ends here with this answer; its body is not read.
    case reject(HTTPResponse)
}

/// The application behind a server.
package protocol HTTPHandler: Sendable {
    /// Decides on a request before its body is read.
    ///
    /// Runs on the library's network thread: it must not block.
    func admit(_ head: HTTPRequestHead) -> HTTPAdmission

    /// Whether it is known that the caller may send at all.
    ///
    /// Bodies of others share a quarter of `bytesInFlightLimit`, so that who need not show anything
    /// cannot keep everybody else from sending. Asked once, after `admit`; it must not block.
    func vouches(for head: HTTPRequestHead) -> Bool

    /// Answers a request that has arrived whole, or whose body is being streamed.
    ///
    /// Runs in a Swift task of its own. The task is cancelled when the server stops before the
    /// answer is ready; the answer is then dropped. A client that goes away is not noticed until
    /// the answer is sent, but for long polls (see `HTTPAdmission`), streamed bodies (reading them
    /// throws) and streamed answers (their producer is cancelled).
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
    ///   - bytesOut: Body bytes of the answer; 0 when it could not be sent whole. Of a streamed
    ///     answer those given to the network, however it ended.
    ///   - duration: From the request line to the last byte of the answer.
    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    )
}

extension HTTPHandler {
    /// Vouches for everybody.
    package func vouches(for head: HTTPRequestHead) -> Bool { true }
}
