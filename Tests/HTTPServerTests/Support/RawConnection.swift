import Foundation
import Glibc

/// A client's socket to a server on loopback, for bytes that no HTTP library would send.
///
/// Blocking, so use it inside `offPool`. Reads give up after twenty seconds.
final class RawConnection: AnswerReceiving {
    /// What went wrong with the socket.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    var received: [UInt8] = []

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafeBytes(of: &address) { bytes in
            connect(
                socket,
                bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count)
            )
        }
        guard status == 0 else {
            close(socket)
            throw Failure(description: "connect: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(socket)
    }

    /// The socket's number, for a library that is to use it; open as long as the value lives.
    var descriptor: Int32 { socket }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else {
                throw Failure(description: "send: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(sent)
        }
    }

    /// Sends bytes one call at a time until the server stops taking them.
    func trickle(_ byte: String, every pause: Duration) {
        let microseconds = UInt32(pause / .microseconds(1))
        while (try? send(byte)) != nil, !isEnded { usleep(microseconds) }
    }

    /// Ends the sending side.
    func endSending() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Reads one chunk of a chunked answer; nil for the one that ends it.
    func chunk() throws -> [UInt8]? {
        let lineBreak = Array("\r\n".utf8)
        while true {
            if let end = received.firstRange(of: lineBreak) {
                let text = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                guard let size = Int(text, radix: 16) else {
                    throw Failure(description: "not a chunk size: \(text)")
                }
                while received.count < end.upperBound + size + 2 { try receiveMore() }
                let chunk = Array(received[end.upperBound..<end.upperBound + size])
                received.removeFirst(end.upperBound + size + 2)
                return size == 0 ? nil : chunk
            }
            try receiveMore()
        }
    }

    /// Reads one chunk as text; nil for the one that ends the answer.
    func textChunk() throws -> String? {
        try chunk().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Sends bytes again and again, `limit` at most, until the server takes none for a moment.
    ///
    /// Returns how many bytes it took.
    func sendUntilStuck(_ bytes: [UInt8], limit: Int) -> Int {
        var patience = timeval(tv_sec: 0, tv_usec: 300_000)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var total = 0
        while total < limit {
            let sent = Glibc.send(
                socket,
                bytes,
                min(bytes.count, limit - total),
                Int32(MSG_NOSIGNAL)
            )
            guard sent > 0 else { break }
            total += sent
        }
        patience.tv_sec = 20
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_SNDTIMEO,
            &patience,
            socklen_t(MemoryLayout<timeval>.size)
        )
        return total
    }

    /// Makes the system take few bytes that were not read.
    func shrinkReceiveBuffer() {
        var size: Int32 = 32 * 1024
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Reads until the server ends the connection, by closing or by a reset.
    func rest() throws -> String {
        do {
            while true { try receiveMore() }
        } catch let failure as Failure where failure.description == "ended" {
            defer { received = [] }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Reads so many bytes, or until the server ends the connection; answers how many came.
    func skip(_ limit: Int) throws -> Int {
        var count = 0
        while true {
            let piece = min(received.count, limit - count)
            received.removeFirst(piece)
            count += piece
            if count == limit { return count }
            do {
                try receiveMore()
            } catch let failure as Failure where failure.description == "ended" {
                return count
            }
        }
    }

    /// Whether the server has ended the connection; does not wait.
    private var isEnded: Bool {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN
    }

    func receiveMore() throws {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0 {
            received += buffer[..<count]
        } else if count == 0 || errno == ECONNRESET {
            throw Failure(description: "ended")
        } else {
            throw Failure(description: "recv: \(String(cString: strerror(errno)))")
        }
    }
}

/// An answer as read from a socket.
struct RawAnswer {
    /// The status code.
    let status: Int
    /// The fields by lower-case name; of repeated ones the last.
    let headers: [String: String]
    /// The body.
    var body: [UInt8] = []

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    init(head: String) throws {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw RawConnection.Failure(description: "not a status line: \(lines[0])")
        }
        self.status = status
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
    }
}
