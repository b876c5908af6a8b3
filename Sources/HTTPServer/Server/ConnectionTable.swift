import CMicrohttpd
import Glibc
import Synchronization

/// The open connections of a server.
///
/// A connection is in the table exactly as long as its socket is open: the library announces a
/// closing before it closes the socket.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[Int32: Connection]>([:])

    /// Adds a connection that was accepted.
    func insert(_ connection: Connection) {
        connections.withLock { $0[connection.socket] = connection }
    }

    /// Takes out a connection that is about to be closed.
    func remove(_ connection: Connection) {
        connections.withLock { $0[connection.socket] = nil }
    }

    /// All connections, in no order.
    var all: [Connection] { connections.withLock { Array($0.values) } }

    /// Calls `body` while the connection's socket cannot be closed; does nothing if it is closed.
    ///
    /// The socket's number could otherwise already belong to someone else.
    func whileOpen(_ connection: Connection, _ body: () -> Void) {
        connections.withLock { connections in
            guard connections[connection.socket] === connection else { return }
            body()
        }
    }

    /// Ends a connection from outside the library, which notices and closes the socket.
    func cut(_ connection: Connection) {
        whileOpen(connection) { _ = shutdown(connection.socket, Int32(SHUT_RDWR)) }
    }

    /// Ends a connection whose client ended it some time ago, once all that was sent has been read.
    ///
    /// The library waits for edges and takes a short read to mean that nothing else is there. An
    /// end that arrives together with the last bytes is thus missed, and the connection would
    /// hold its memory until its time is up. A little patience is due because those bytes may be
    /// a whole request, read but not answered yet, of a client that only stopped sending.
    func cutIfAbandoned(_ connection: Connection, at now: ContinuousClock.Instant) {
        whileOpen(connection) {
            var byte: UInt8 = 0
            let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
            let hasEnded = recv(connection.socket, &byte, 1, flags) == 0
            guard connection.isAbandoned(hasEnded: hasEnded, at: now) else { return }
            shutdown(connection.socket, Int32(SHUT_RDWR))
        }
    }
}
