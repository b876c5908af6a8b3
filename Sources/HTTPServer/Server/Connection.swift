import CMicrohttpd
import Glibc
import Synchronization

/// One client's connection, from being accepted to being closed.
final class Connection: Sendable {
    /// What the sweep should do with a connection.
    enum Verdict {
        /// Nothing.
        case keep
        /// End it if the client has gone away, which the library may have missed.
        case watch
        /// End it: it is idle, or sends its request too slowly, or has had its answer.
        case cut
        /// Tell the client that its body comes too slowly.
        case expire(Exchange)
        /// Tell the handler that the body it reads comes too slowly.
        case failUpload(BodyUpload)
        /// End it if the client has gone away, which the library does not notice by itself.
        case listen
        /// End the streamed answer, which the client does not take.
        case breakOff(Exchange)
    }

    /// The socket; open for as long as the connection is in the server's table.
    let socket: Int32

    /// The client's numeric address.
    let remoteAddress: String

    /// The TLS session; nil for plain HTTP, and where the library has none.
    let session: TLSSession?

    /// What is shown to the client, kept until the library has freed the session: it announces the
    /// closing after that.
    private let identity: TLSIdentity?

    private struct State {
        var exchange: Exchange?
        var waitsSince = ContinuousClock.now
        var hasServed = false
        var endedSince: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Notes a connection that has just been accepted.
    init(_ connection: OpaquePointer, showing identity: TLSIdentity?) {
        self.identity = identity
        session = identity.flatMap { TLSSession(of: connection, showing: $0) }
        socket = http_connection_socket(connection)
        remoteAddress = numericAddress(http_connection_address(connection))
    }

    /// Whether bytes for the client are encrypted, so that only the library's thread may send any.
    var isSecure: Bool { identity != nil }

    /// Whether the client has ended its sending side and all it sent was read; only while the
    /// connection is suspended, so that its socket is open.
    ///
    /// Over TLS the end of what a client sends is itself sent, and not read yet.
    var hasEndOfInput: Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// The request being received or answered.
    var exchange: Exchange? { state.withLock { $0.exchange } }

    /// Notes that a request line has arrived.
    func exchangeStarted(_ exchange: Exchange) {
        state.withLock { state in
            state.exchange = exchange
            state.endedSince = nil
        }
    }

    /// Notes that the request is over; the connection waits for the next.
    func exchangeEnded() {
        state.withLock { state in
            state.exchange = nil
            state.waitsSince = .now
            state.hasServed = true
            state.endedSince = nil
        }
    }

    /// Notes whether the client was seen to have ended the connection, and tells whether that has
    /// been so for a while, with nothing new from it.
    func isAbandoned(hasEnded: Bool, at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard hasEnded else {
                state.endedSince = nil
                return false
            }
            let since = state.endedSince ?? now
            state.endedSince = since
            return since.duration(to: now) > SweepLimits.patience
        }
    }

    /// Judges the connection by the time it has taken for what it is doing.
    ///
    /// The library's own timeout counts silence only, so a client that sends a byte now and then
    /// would never meet it. It also hides when the first byte of a request arrived: a connection
    /// that has served a request may thus be idle and then take its time for the request line.
    func verdict(at now: ContinuousClock.Instant, limits: SweepLimits) -> Verdict {
        let state = state.withLock { $0 }
        guard let exchange = state.exchange else {
            let idle = state.hasServed ? limits.idleTimeout : .zero
            let isLate = state.waitsSince.duration(to: now) > idle + limits.requestDeadline
            return isLate || limits.isDraining ? .cut : .watch
        }
        let isLate = exchange.started.duration(to: now) > limits.requestDeadline
        return exchange.state.withLock { exchangeState in
            switch exchangeState.phase {
            case .receivingHead: isLate || limits.isDraining ? .cut : .watch
            case .collecting: isLate ? .expire(exchange) : .watch
            case .due(_, let since):
                // The library gives a silent connection up by itself, which sends the answer.
                since.duration(to: now) > limits.idleTimeout + limits.lingeringLimit ? .cut : .keep
            case .discarding(let since):
                since.duration(to: now) > limits.lingeringLimit ? .cut : .keep
            case .uploading(let upload):
                if upload.isLate(at: now, limits: limits) {
                    .failUpload(upload)
                } else {
                    upload.isSuspended ? .keep : .watch
                }
            case .streaming(let stream):
                stream.isStalled(at: now, limit: limits.streamStallLimit)
                    ? .breakOff(exchange) : .listen
            case .handling: exchangeState.kind == .long ? .listen : .keep
            case .replying(let since):
                since.duration(to: now) > limits.timeToTake(exchangeState.sent?.bytes ?? 0)
                    ? .cut : .keep
            case .answered, .over: .keep
            }
        }
    }
}

/// The times a sweep judges connections by.
struct SweepLimits {
    /// How long a client has to be gone before its unfinished request is given up.
    static let patience: Duration = .milliseconds(200)

    /// The time a whole request may take to arrive.
    let requestDeadline: Duration

    /// The time a connection may be silent.
    let idleTimeout: Duration

    /// How long the rest of a refused body is thrown away.
    let lingeringLimit: Duration

    /// The time a streamed body may take as a whole.
    let bodyStreamDeadline: Duration

    /// The time in which something of a streamed answer has to be taken.
    let streamStallLimit: Duration

    /// Whether the server is stopping, so that waiting connections are not kept.
    let isDraining: Bool

    /// The time a client may need to take an answer of that many bytes.
    func timeToTake(_ count: Int) -> Duration {
        streamStallLimit * (1 + count / ResponseStream.capacity)
    }

    /// Takes the limits out of the settings.
    init(_ configuration: HTTPServerConfiguration, isDraining: Bool) {
        requestDeadline = configuration.requestDeadline
        idleTimeout = configuration.idleTimeout
        lingeringLimit = configuration.lingeringLimit
        bodyStreamDeadline = configuration.bodyStreamDeadline
        streamStallLimit = configuration.streamStallLimit
        self.isDraining = isDraining
    }
}

/// Formats a socket address without its port; IPv4 inside IPv6 as plain IPv4.
private func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "" }
    let isIPv6 = address.pointee.sa_family == sa_family_t(AF_INET6)
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
        guard
            getnameinfo(
                address,
                socklen_t(size),
                text.baseAddress,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            ) == 0, let start = text.baseAddress
        else { return "" }
        return String(cString: start)
    }
    let mapped = "::ffff:"
    return text.hasPrefix(mapped) && text.contains(".")
        ? String(text.dropFirst(mapped.count)) : text
}
