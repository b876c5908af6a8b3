import CMicrohttpd

/// A connection of the library that waits for an answer to be ready.
///
/// Why the pointer stays valid until `resume`: suspending takes the connection out of its thread's
/// epoll set and of the lists of active connections and timeouts, so neither an event (a client
/// that went away), nor a timeout, nor the connection sweep's `shutdown` can make the library close
/// and free it. Only stopping the daemon would, and the library aborts if that happens with
/// suspended connections; so the server first closes its gate, after which nothing is suspended
/// any more, and resumes every connection that still is (`HTTPServer.stop`). Whoever resumes does
/// so under the exchange's lock and moves the exchange on, so it happens exactly once.
///
/// `@unchecked Sendable`: the library allows resuming from any thread, and nothing else is done
/// with the pointer outside the connection's own thread.
struct SuspendedConnection: @unchecked Sendable {
    private let connection: OpaquePointer

    /// Suspends a connection; only inside the library's call for a whole request.
    init(suspending connection: OpaquePointer) {
        MHD_suspend_connection(connection)
        self.connection = connection
    }

    /// Hands the connection back; its thread then asks for the answer.
    func resume() {
        MHD_resume_connection(connection)
    }
}
