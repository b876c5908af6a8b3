import Foundation

/// Opens a socket of TCP that the processes started meanwhile do not inherit.
private func openSocket() -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(
        descriptor,
        Int32(IPPROTO_TCP),
        TCP_NODELAY,
        &yes,
        socklen_t(MemoryLayout<Int32>.size)
    )
    return descriptor
}

/// Calls with the address of a port of this machine.
private func withLoopback(
    _ port: UInt16,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> (status: Int32, port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
    return (status, UInt16(bigEndian: address.sin_port))
}

/// Listens on a free port of this machine.
func listenOnLoopback() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = openSocket()
    let bound = withLoopback(0) { bind(descriptor, $0, $1.pointee) }
    guard bound.status == 0, listen(descriptor, 64) == 0 else {
        throw Unexpected("a port of this machine is free")
    }
    return (descriptor, withLoopback(0) { getsockname(descriptor, $0, $1) }.port)
}

/// Connects to a port of this machine; nil if nobody listens.
func connectToLoopback(_ port: UInt16) -> Int32? {
    let descriptor = openSocket()
    if withLoopback(port, { connect(descriptor, $0, $1.pointee) }).status == 0 { return descriptor }
    close(descriptor)
    return nil
}

/// Whether bytes, or the end, can be read from either within a time.
func readable(_ one: Int32, _ other: Int32, within milliseconds: Int32) -> (Bool, Bool) {
    var polled = [
        pollfd(fd: one, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 2, milliseconds) > 0 else { return (false, false) }
    return (polled[0].revents != 0, polled[1].revents != 0)
}

/// Sends all bytes; false when the other end is gone or takes none for ten seconds.
func sendAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Bounds how long a send may take.
func limitSending(_ descriptor: Int32) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
        descriptor,
        SOL_SOCKET,
        SO_SNDTIMEO,
        &limit,
        socklen_t(MemoryLayout<timeval>.size)
    )
}

/// Closes a connection, if abruptly with a reset instead of an end.
func hangUp(_ descriptor: Int32, isAbrupt: Bool) {
    if isAbrupt {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &linger,
            socklen_t(MemoryLayout<Foundation.linger>.size)
        )
    }
    close(descriptor)
}
