#if !canImport(HealthKit)
import Synchronization

extension HealthServer {
    /// The server of this process: of `RemoteHealthConfiguration.use(_:)`, else of the environment.
    ///
    /// Made by the first call; one that failed is tried anew by the next.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable` where there is no usable
    ///   configuration.
    static func shared() throws -> HealthServer { try ProcessServer.current.server() }
}

/// The one server of a process, as a phone has one health store.
final class ProcessServer: Sendable {
    /// The one.
    static let current = ProcessServer()

    private struct State {
        var configuration: RemoteHealthConfiguration?
        var server: HealthServer?
        var source: HKSource?
    }

    private let state = Mutex(State())

    /// Makes a process that has no configuration of its own yet.
    init() {}

    /// Sets the configuration; the next call connects by it.
    func use(_ configuration: RemoteHealthConfiguration) {
        state.withLock { $0 = State(configuration: configuration) }
    }

    /// What the server calls this program; nil until it was asked.
    var knownSource: HKSource? { state.withLock { $0.source } }

    /// What the server calls this program; blocks the thread the first time.
    ///
    /// - Throws: `HKError`.
    func source() throws -> HKSource {
        if let knownSource { return knownSource }
        let source = try server().ownSource()
        remember(source)
        return source
    }

    /// Keeps what the server calls this program.
    func remember(_ source: HKSource) {
        state.withLock { $0.source = source }
    }

    /// The server.
    ///
    /// - Throws: `HKError`.
    func server() throws -> HealthServer {
        try state.withLock { state in
            if let server = state.server { return server }
            let server = try HealthServer(state.configuration ?? .fromEnvironment())
            state.server = server
            return server
        }
    }
}
#endif
