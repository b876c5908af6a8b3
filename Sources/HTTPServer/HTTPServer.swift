import Synchronization

/// An HTTP/1.1 server whose handler runs in Swift tasks.
///
/// The library's network threads parse requests and collect bodies; a whole request suspends its
/// connection, is answered in a task, and resumes it. No thread belongs to a connection, and all
/// memory is bounded by the settings.
///
/// Requests that the library cannot parse at all (a malformed request line or field line, a
/// section larger than the connection's memory, a Content-Length that is no number, a broken
/// chunk) are answered by the library itself, with a short page rather than the handler's wording,
/// and close the connection.
package final class HTTPServer: Sendable {
    private enum Phase {
        case new
        case running(Daemon)
        case stopping(Task<Void, Never>)
    }

    private let core: ServerCore
    private let phase = Mutex(Phase.new)

    /// Makes a server that does not listen yet.
    package init(_ configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        core = ServerCore(configuration: configuration, handler: handler)
    }

    /// Begins to listen; a server that was started runs until it is stopped.
    ///
    /// - Returns: The port it listens on.
    /// - Throws: One error with one line for the operator; starting can be tried again, unless the
    ///   server was already started.
    package func start() throws(HTTPServerError) -> UInt16 {
        try phase.withLock { phase throws(HTTPServerError) in
            guard case .new = phase else { throw .alreadyStarted }
            try core.configuration.validate()
            let daemon = try Daemon(core)
            phase = .running(daemon)
            return daemon.port
        }
    }

    /// Shows another certificate to the clients of connections that begin from now on.
    ///
    /// Those that are open keep the one that they began with. The server must have TLS.
    package func show(_ identity: TLSIdentity) {
        precondition(core.usesTLS, "A server of plain HTTP shows nothing.")
        core.identity = identity
    }

    /// Stops: refuses new connections and requests, lets those in hand finish, then ends.
    ///
    /// Connections that wait for a request are closed at once. Requests not answered when the time
    /// is up get 503 `draining` and their tasks are cancelled, but not waited for. A second
    /// call waits for the first one's end; a server that does not run is left alone.
    package func stop(drainingFor limit: Duration) async {
        let task: Task<Void, Never>? = phase.withLock { phase in
            switch phase {
            case .new: return nil
            case .stopping(let task): return task
            case .running(let daemon):
                let task = Task { await daemon.stop(drainingFor: limit) }
                phase = .stopping(task)
                return task
            }
        }
        await task?.value
    }
}
