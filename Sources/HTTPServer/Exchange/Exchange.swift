import Synchronization

/// One request and its answer, from the request line to the last byte sent.
///
/// The library's thread drives it through its phases; the handler's task, the sweep for late
/// requests and a stopping server each may move it on as well, so every step is taken under its
/// lock. Lock order: exchange, then gate, then the library's own. The handler is never called
/// with a lock held.
final class Exchange: Sendable {
    /// Where a request stands.
    enum Phase {
        /// The request line has arrived, header fields are arriving.
        case receivingHead
        /// The handler admitted it; its body is arriving.
        case collecting(BodyCollector)
        /// The handler's task runs and reads the body that is arriving.
        case uploading(BodyUpload)
        /// The handler's task runs and the connection waits.
        case handling(SuspendedConnection)
        /// The answer is ready for the library to fetch.
        case answered(Reply)
        /// The library is sending the answer.
        case replying(since: ContinuousClock.Instant)
        /// The library is done with the request, or has only to close the connection.
        case over
        /// The library is sending an answer that the handler's task is still producing.
        case streaming(ResponseStream)
        /// An answer past the library waits until the library's thread comes by, which over TLS
        /// alone may write it.
        case due(Reply, since: ContinuousClock.Instant)
        /// An answer went out early; what still arrives is thrown away for a little while.
        ///
        /// Closing a socket with unread bytes resets the connection, and the client could lose
        /// the answer.
        case discarding(since: ContinuousClock.Instant)
    }

    /// What changes during an exchange.
    struct State {
        /// Where the request stands.
        var phase = Phase.receivingHead
        /// The head, once it was understood.
        var head: HTTPRequestHead?
        /// The request, until the handler's task takes it.
        var request: HTTPRequest?
        /// The handler's task, from the call of the handler to the last byte it produces.
        var task: Task<Void, Never>?
        /// What the request counts as while it is in the handler.
        var kind = Gate.Kind.short
        /// Whether the handler wants the body as a stream.
        var isStreamed = false
        /// Body bytes received.
        var bytesIn = 0
        /// The answer's status and the body bytes it sends.
        var sent: (status: Int, bytes: Int)?
    }

    /// The request's identifier.
    let id = makeRequestID()

    /// The request target as sent.
    let target: String

    /// The connection it came by.
    let connection: Connection

    /// When its request line had arrived.
    let started = ContinuousClock.now

    /// What all exchanges of the server share.
    let core: ServerCore

    /// The phase and what goes with it.
    let state = Mutex(State())

    /// Begins an exchange whose request line has just arrived.
    init(target: String, connection: Connection, core: ServerCore) {
        self.target = target
        self.connection = connection
        self.core = core
    }

    /// Words a refusal and makes it ready to be sent.
    func reply(to fault: HTTPFault, closes: Bool) -> Reply {
        let head = state.withLock { $0.head }
        var response = core.handler.response(for: fault, head: head)
        if fault.status == 503, HTTPHeaders(response.headers)["Retry-After"] == nil {
            response.headers.append(("Retry-After", "1"))
        }
        return reply(with: response, closes: closes)
    }

    /// Makes an answer ready; the connection also closes when the server is stopping.
    func reply(
        with response: HTTPResponse,
        closes: Bool,
        stream: ResponseStream? = nil
    ) -> Reply {
        Reply(response, id: id, closes: closes || !core.gate.isOpen, stream: stream)
    }
}

/// 64 random bits in hexadecimal: enough to tell requests apart, and one system call.
private func makeRequestID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
