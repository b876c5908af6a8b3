import CLibpq
import Foundation

/// What a socket was found to be ready for.
struct SocketReadiness: OptionSet {
    let rawValue: Int16
    /// Bytes, or the end of the stream, can be read.
    static let readable = SocketReadiness(rawValue: Int16(POLLIN))
    /// Bytes can be written.
    static let writable = SocketReadiness(rawValue: Int16(POLLOUT))
}

/// Waits until the connection's socket is ready; answers nothing once `deadline` has passed.
///
/// An error or a hang-up counts as readable: the next read finds out. Without a deadline the wait
/// is bounded by the server's statement timeout and by TCP's own.
func waitForSocket(
    of handle: OpaquePointer,
    _ wanted: SocketReadiness,
    until deadline: ContinuousClock.Instant?
) -> SocketReadiness {
    let socket = PQsocket(handle)
    guard socket >= 0 else { return .readable }
    while true {
        let left = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
        var request = pollfd(fd: socket, events: wanted.rawValue, revents: 0)
        let ready = poll(&request, 1, left?.wholeMilliseconds ?? -1)
        if ready == 0 { return [] }
        if ready > 0 {
            let found = SocketReadiness(rawValue: request.revents)
            return found.isDisjoint(with: [.readable, .writable]) ? .readable : found
        }
        if errno != EINTR { return .readable }
    }
}
