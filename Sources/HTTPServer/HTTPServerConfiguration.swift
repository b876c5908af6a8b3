/// The settings of an HTTP server.
package struct HTTPServerConfiguration: Sendable {
    /// The numeric address to listen on, or `localhost`; `::` also takes IPv4.
    package var host: String

    /// The port to listen on; 0 picks a free one.
    package var port: UInt16

    /// What to show to clients over TLS; nil for plain HTTP.
    package var identity: TLSIdentity?

    /// The number of network threads, at least 1; handlers do not run on them.
    package var threads = 2

    /// The most connections open at once, at least one for each thread; further ones are closed.
    package var connectionLimit = 1024

    /// The most connections open at once from one address; nil sets no limit.
    package var perAddressConnectionLimit: Int?

    /// The memory for one connection's request line and header fields, 4 KiB to 1 MiB.
    ///
    /// Fields share it with their bookkeeping, so somewhat fewer bytes fit. More is 431, or 414
    /// for the request line. Above 32 KiB the library serves small requests markedly slower.
    package var headerLimitInBytes = 32 * 1024

    /// The time a whole request may take to arrive; of a streamed body the time for 64 KiB.
    ///
    /// The first request of a connection has it together with the TLS handshake.
    /// For a streamed body only the time counts in which the server waited for the client.
    package var requestDeadline: Duration = .seconds(60)

    /// The time a streamed body may take as a whole, including what the handler needs for it.
    package var bodyStreamDeadline: Duration = .seconds(3600)

    /// The time in which the client of a streamed answer must take something of what is ready.
    ///
    /// The answer is broken off otherwise. What is ready is at most 64 KiB here and 128 KiB in the
    /// system, so a client that takes less than some 3 KiB a second is cut off at the default. A
    /// whole answer may take this long for each 64 KiB begun, and once more.
    package var streamStallLimit: Duration = .seconds(30)

    /// The time a connection may be silent; whole seconds, rounded up.
    package var idleTimeout: Duration = .seconds(60)

    /// The time in which what is left of a refused body is thrown away, so that a client that goes
    /// on sending comes to read its answer; it loses the answer if it is still sending then.
    package var lingeringLimit: Duration = .seconds(2)

    /// The most requests in the handler at once; further ones get 503 `overloaded`.
    package var requestsInFlightLimit = 256

    /// The most long polls and streamed answers at once; further ones get 503 `overloaded`.
    ///
    /// Each holds a connection too (`connectionLimit`), and an idle one some 40 KiB of memory.
    package var longRequestsLimit = 4096

    /// The most bytes of bodies held at once, being received or in the handler.
    ///
    /// A request that would pass it gets 503 `overloaded`. A streamed body counts as 256 KiB,
    /// whatever its size: 64 KiB received and not read, twice that being inflated, and tables.
    package var bytesInFlightLimit = 256 * 1024 * 1024

    /// The most bytes of answers held at once, of those larger than 64 KiB.
    ///
    /// Where another would pass it, the answers are broken off of which nothing has been taken for
    /// longest. What is streamed has its own bound, and is not counted.
    package var answersLimitInBytes = 256 * 1024 * 1024

    /// Makes the default settings, listening on the given address.
    package init(host: String = "127.0.0.1", port: UInt16 = 0) {
        self.host = host
        self.port = port
    }
}

extension HTTPServerConfiguration {
    /// Checks every setting's range.
    ///
    /// - Throws: `invalidConfiguration`, naming the first setting that is out of range.
    func validate() throws(HTTPServerError) {
        let counts = 1...1_000_000
        try check("threads", threads, in: 1...256)
        try check("connectionLimit", connectionLimit, in: max(threads, 1)...1_000_000)
        try check("perAddressConnectionLimit", perAddressConnectionLimit ?? 1, in: counts)
        try check("headerLimitInBytes", headerLimitInBytes, in: 4096...1_048_576)
        try check("requestsInFlightLimit", requestsInFlightLimit, in: counts)
        try check("longRequestsLimit", longRequestsLimit, in: counts)
        try check("bytesInFlightLimit", bytesInFlightLimit, in: 1...(1 << 40))
        try check("answersLimitInBytes", answersLimitInBytes, in: 1...(1 << 40))
        try check("bodyStreamDeadline", bodyStreamDeadline)
        try check("streamStallLimit", streamStallLimit)
        try check("lingeringLimit", lingeringLimit)
        try check("requestDeadline", requestDeadline)
        try check("idleTimeout", idleTimeout)
    }
}

private func check(
    _ name: String,
    _ value: Int,
    in range: ClosedRange<Int>
) throws(HTTPServerError) {
    guard range.contains(value) else {
        throw .invalidConfiguration(
            "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value)"
        )
    }
}

private func check(_ name: String, _ value: Duration) throws(HTTPServerError) {
    guard value > .zero, value <= .seconds(86_400) else {
        throw .invalidConfiguration("\(name) must be more than zero and at most a day")
    }
}
