import Foundation

/// A client's bare socket: it costs the process that measures a file and nothing else.
final class WaiterSocket {
    private let socket: Int32

    /// Connects to a port of this machine; reads end after a minute.
    init(port: UInt16) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        let status = withUnsafeBytes(of: &address) { bytes in
            connect(
                socket,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard status == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw CommandError("no connection can be made: \(reason)")
        }
    }

    deinit {
        close(socket)
    }

    /// Sends a request, which is small enough for the system to take it at once.
    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw CommandError("a request cannot be sent: \(String(cString: strerror(errno)))")
        }
    }

    /// Reads until a text has come.
    func read(until text: String) throws {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: received, as: UTF8.self).contains(text) {
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else {
                let answer = String(decoding: received.prefix(200), as: UTF8.self)
                throw CommandError("a waiter was not answered as it should be: \(answer)")
            }
            received += piece[..<count]
        }
    }

    /// Reads what is there and has not been read, which may be nothing; does not wait.
    func readWhatIsThere() -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket, &piece, piece.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += piece[..<count]
        }
    }
}
