import Glibc

/// A socket that listens, made here rather than by the library so that failures are told apart.
enum ListeningSocket {
    /// Opens a listening socket; the caller closes it.
    ///
    /// - Throws: `invalidHost`, `addressInUse`, `permissionDenied`, or `system`.
    static func open(
        host: String,
        port: UInt16
    ) throws(HTTPServerError) -> (socket: Int32, port: UInt16) {
        let address = try ListeningAddress(host: host, port: port)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(address.family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw .system(lastErrorText()) }
        do throws(HTTPServerError) {
            try bind(socket, to: address, host: host, port: port)
            return (socket, boundPort(socket))
        } catch {
            close(socket)
            throw error
        }
    }
}

/// A socket address to listen on.
private struct ListeningAddress {
    let family: Int32
    private let info: [UInt8]

    init(host: String, port: UInt16) throws(HTTPServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let name = host == "localhost" ? "127.0.0.1" : host
        guard !name.isEmpty, getaddrinfo(name, "\(port)", &hints, &found) == 0, let found else {
            throw .invalidHost(host)
        }
        defer { freeaddrinfo(found) }
        family = found.pointee.ai_family
        let address = UnsafeRawBufferPointer(
            start: found.pointee.ai_addr,
            count: Int(found.pointee.ai_addrlen)
        )
        info = Array(address)
    }

    /// Calls `body` with the address as the system wants it.
    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R?) -> R? {
        info.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
                .flatMap { body($0, socklen_t(bytes.count)) }
        }
    }
}

private func bind(
    _ socket: Int32,
    to address: ListeningAddress,
    host: String,
    port: UInt16
) throws(HTTPServerError) {
    setOption(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    // `::` takes IPv4 as well, whatever the system's default is.
    if address.family == AF_INET6 { setOption(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    let isBound = address.withSocketAddress { Glibc.bind(socket, $0, $1) == 0 } ?? false
    guard isBound, listen(socket, backlog) == 0 else {
        switch errno {
        case EADDRINUSE: throw .addressInUse(host: host, port: port)
        case EACCES, EPERM: throw .permissionDenied(host: host, port: port)
        case EADDRNOTAVAIL: throw .invalidHost(host)
        default: throw .system(lastErrorText())
        }
    }
}

/// Connections the system completes before they are accepted.
private let backlog: Int32 = 511

/// Sets a socket option whose value is a number.
func setOption(_ socket: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}

private func boundPort(_ socket: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
        getsockname(socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        // Both address families keep the port at the same place, big-endian.
        return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
}

/// The system's words for the last error of this thread.
func lastErrorText() -> String {
    String(cString: strerror(errno))
}
