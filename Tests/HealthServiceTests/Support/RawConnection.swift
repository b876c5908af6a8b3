import Foundation

/// A connection that sends exactly the bytes of a test, for requests that no client would send.
final class RawConnection {
    private let socket: Int32

    /// Connects to a port of this machine; reads end after ten seconds.
    init(port: UInt16) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafeBytes(of: &address) { bytes in
            connect(
                socket,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit {
        close(socket)
    }

    /// Sends text as it is.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        // A server that has answered and closed makes this fail, which is no fault of the test.
        _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a byte again and again, slowly, until the server has answered or ended the connection.
    func trickle(_ byte: String, every pause: Duration) {
        var peeked: UInt8 = 0
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        // Nothing there yet is a failure that says so; all else ends it.
        while recv(socket, &peeked, 1, flags) < 0, errno == EAGAIN {
            send(byte)
            usleep(UInt32(pause / .microseconds(1)))
        }
    }

    /// Ends the sending side.
    func endSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Reads until a text has come, or the connection ends or is silent for too long.
    func read(until text: String) -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while !String(decoding: received, as: UTF8.self).contains(text) {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { break }
            received += piece[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads until the server closes the connection, or is silent for too long.
    func readToEnd() -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += piece[..<count]
        }
    }
}
