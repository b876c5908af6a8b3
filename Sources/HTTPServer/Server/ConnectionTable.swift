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

    /// Those of the connections whose clients have ended them; asks the system once for all.
    ///
    /// For connections that the library does not listen to: it waits for their answers. A client
    /// that has only stopped sending looks the same and counts as gone too; the library, once it
    /// listens again, sees it so as well.
    func left(among wanted: [Connection]) -> [Connection] {
        connections.withLock { connections in
            let open = wanted.filter { connections[$0.socket] === $0 }
            var polls = open.map { pollfd(fd: $0.socket, events: endOfInput, revents: 0) }
            guard !polls.isEmpty, poll(&polls, nfds_t(polls.count), 0) > 0 else { return [] }
            return zip(open, polls).filter { $0.1.revents != 0 }.map(\.0)
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

/// `POLLRDHUP`, which Glibc's Swift module does not have; errors and resets are always reported.
private let endOfInput: Int16 = 0x2000
