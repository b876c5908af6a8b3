import CMicrohttpd

/// A connection of the library that waits for an answer, for room or for bytes to be ready.
///
/// Why the pointer stays valid until `resume`: suspending takes the connection out of its thread's
/// epoll set and of the lists of active connections and timeouts, so neither an event (a client
/// that went away), nor a timeout, nor the connection sweep's `shutdown` can make the library close
/// and free it. Only stopping the daemon would, and the library aborts if that happens with
/// suspended connections; so the server first closes its gate, after which nothing is suspended
/// any more, and resumes every connection that still is (`HTTPServer.stop`). Whoever suspends or
/// resumes does so under the lock of what the connection waits for (its exchange, its upload or its
/// stream) and moves that on, so it happens exactly once.
///
/// `@unchecked Sendable`: the library allows resuming from any thread, and nothing else is done
/// with the pointer outside the connection's own thread.
struct SuspendedConnection: @unchecked Sendable {
    private let connection: OpaquePointer

    /// Suspends a connection; only inside one of the library's calls for its request.
    init(suspending connection: OpaquePointer) {
        MHD_suspend_connection(connection)
        self.connection = connection
    }

    /// Hands the connection back; its thread then asks for what it waited for.
    func resume() {
        MHD_resume_connection(connection)
    }
}

/// A connection of the library whose answer is being sent, for the call that fetches bytes of it.
///
/// `@unchecked Sendable`: used in that call only, which comes on the connection's own thread.
struct LibraryConnection: @unchecked Sendable {
    private let connection: OpaquePointer

    /// Notes a connection.
    init(_ connection: OpaquePointer) {
        self.connection = connection
    }

    /// Suspends the connection.
    func suspend() -> SuspendedConnection {
        SuspendedConnection(suspending: connection)
    }
}
