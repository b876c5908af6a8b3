import CCurl

/// What ends a transfer that may last long: silence, or nobody wanting it any more.
final class Watch {
    private let silence: Duration?
    private let isWanted: @Sendable () -> Bool

    /// Makes a watch over one transfer.
    init(silence: Duration?, isWanted: @escaping @Sendable () -> Bool) {
        self.silence = silence
        self.isWanted = isWanted
    }

    /// Whether the transfer should go on.
    var goesOn: Bool { isWanted() }

    /// Sets the options; the watch must live until the transfer is over.
    func configure(_ handle: UnsafeMutableRawPointer) {
        if let silence {
            http_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
            http_set_long(handle, CURLOPT_LOW_SPEED_TIME, (milliseconds(silence) + 999) / 1000)
        }
        http_set_watch(handle, watchTransfer)
        http_set_pointer(handle, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Asks the watch behind `context` on libcurl's behalf.
private func watchTransfer(
    _ context: UnsafeMutableRawPointer?,
    _ expected: curl_off_t,
    _ received: curl_off_t,
    _ planned: curl_off_t,
    _ sent: curl_off_t
) -> Int32 {
    guard let context else { return 1 }
    return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().goesOn ? 0 : 1
}
