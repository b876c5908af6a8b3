import Synchronization

/// The server that a crowd is sent to: one that was named, else one of its own.
///
/// Whoever has a server with real people on it does not get simulated ones without saying so.
struct CrowdServer: Sendable {
    private let named: ServerAccess?
    private let isOwn: Bool

    /// Finds the server.
    ///
    /// - Throws: As `ServerAccess.init`.
    init(_ arguments: Arguments) throws {
        let isChecking = arguments.text("--users") == nil
        let isNamed = arguments.text("--server") != nil || arguments.text("--data-dir") != nil
        // What is only compared has been sent somewhere before.
        isOwn = !isChecking && !isNamed
        named = isOwn ? nil : try ServerAccess(arguments)
    }

    /// Runs the work, which answers an exit status; a server of its own is gone afterwards, also
    /// after a signal.
    func run(
        _ work: @escaping @Sendable ((url: String, token: String)) async throws -> Int32
    ) async throws -> Int32 {
        if let named { return try await work((named.url, named.token)) }
        let status = StatusBox()
        let signal = try await StopSignals().interrupt {
            try await TemporaryServer(name: "simulation").run { server in
                status.set(try await work((server.url, server.adminToken)))
            }
        }
        return signal == 0 ? status.value : signal
    }
}

/// An exit status that a task leaves behind.
private final class StatusBox: Sendable {
    private let status = Mutex<Int32>(0)

    var value: Int32 { status.withLock { $0 } }

    func set(_ value: Int32) { status.withLock { $0 = value } }
}
