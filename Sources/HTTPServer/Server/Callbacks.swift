import CMicrohttpd

// The library calls these on its own threads. They are global functions because a closure made in
// an actor's context would insist on that actor. `context` is the server's core, which the server
// keeps alive until the daemon has stopped.

/// Decides whether a new connection is welcome.
func acceptConnection(
    context: UnsafeMutableRawPointer?,
    address: UnsafePointer<sockaddr>?,
    addressLength: socklen_t
) -> MHD_Result {
    core(context)?.gate.isOpen == true ? .YES : .NO
}

/// Notes that a connection was accepted or is about to be closed.
///
/// The socket context holds a retained `Connection` in between.
func changeConnection(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let core = core(context), let connection, let socketContext else { return }
    switch change {
    case .CONNECTION_NOTIFY_STARTED:
        let started = Connection(connection, showing: core.identity)
        socketContext.pointee = Unmanaged.passRetained(started).toOpaque()
        core.connections.insert(started)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let ended = socketContext.pointee else { return }
        socketContext.pointee = nil
        core.connections.remove(Unmanaged<Connection>.fromOpaque(ended).takeRetainedValue())
    }
}

/// Notes that a request line has arrived; `target` is still as sent.
///
/// What it returns is the request's slot in the calls that follow: a retained `Exchange`.
func startRequest(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let core = core(context), let target, let connection,
        let socketContext = http_connection_context(connection)
    else { return nil }
    let owner = Unmanaged<Connection>.fromOpaque(socketContext).takeUnretainedValue()
    let exchange = Exchange(target: String(cString: target), connection: owner, core: core)
    core.gate.exchangeStarted()
    owner.exchangeStarted(exchange)
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Moves a request on: its head, a piece of its body, or all of it has arrived.
func advanceRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    piece: UnsafePointer<CChar>?,
    pieceLength: UnsafeMutablePointer<Int>?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection, let method, let version, let pieceLength, let held = slot?.pointee else {
        return .NO
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    guard let piece else {
        return exchange.advance(
            connection,
            method: String(cString: method),
            version: String(cString: version)
        )
    }
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceLength.pointee)
    pieceLength.pointee -= exchange.receive(bytes, connection)
    return .YES
}

/// Notes that a request is over, whether answered or cut off, and lets go of it.
func finishRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let slot, let held = slot.pointee else { return }
    slot.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
    exchange.finish(isSentWhole: reason == .REQUEST_TERMINATED_COMPLETED_OK)
}

private func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
    context.map { Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
}
