import CCurl

/// Watches where a transfer connects to, and refuses what its policy does not allow.
///
/// It is asked with the address itself, behind the look-up of names: a name that leads to another
/// place than when it was checked gains nothing.
final class SocketGuard {
    private let policy: AddressPolicy

    /// Whether an address was refused since the transfer began.
    private(set) var hasRefused = false

    /// Makes a guard.
    init(_ policy: AddressPolicy) {
        self.policy = policy
    }

    /// Sets the options for a transfer; the guard must live until it is over.
    func configure(_ handle: UnsafeMutableRawPointer) {
        hasRefused = false
        http_set_socket_opener(handle, openSocket, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Opens a socket for an address, or refuses.
    fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        var count = 0
        let start = http_address_bytes(address, &count)
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        guard let peer = IPAddress(bytes: bytes), policy.allows(peer) else {
            hasRefused = true
            return http_socket_refused()
        }
        return http_open_socket(address)
    }
}

/// Asks the guard behind `context` on libcurl's behalf.
private func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return http_socket_refused() }
    return Unmanaged<SocketGuard>.fromOpaque(context).takeUnretainedValue().open(address)
}
