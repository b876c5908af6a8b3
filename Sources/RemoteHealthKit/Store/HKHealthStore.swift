#if !canImport(HealthKit)
public import Foundation

/// The health data of one person, on a Tributary server.
///
/// Differs from HealthKit: the store is not on the device but where `RemoteHealthConfiguration`
/// leads, so every call may fail with `errorDatabaseInaccessible`. Handlers are called on an
/// arbitrary background queue. What a program saves and deletes is done in the order of its calls.
// Sendable: `chosen` never changes, and subclasses answer for themselves.
open class HKHealthStore: NSObject, @unchecked Sendable {
    private let chosen: HealthServer?

    /// Makes the store that the environment or `RemoteHealthConfiguration.use(_:)` names.
    ///
    /// It looks for it with each call, so a store may be made before the configuration is set.
    public override init() {
        chosen = nil
        super.init()
    }

    /// Makes a store on a server.
    init(on server: HealthServer) {
        chosen = server
        super.init()
    }

    /// The server; without a configuration one of which every call fails.
    var server: HealthServer {
        if let chosen { return chosen }
        do {
            return try HealthServer.shared()
        } catch {
            return HealthServer(failing: HKError(anyError: error))
        }
    }

    /// Whether there is a health store: whether this process has a usable configuration.
    ///
    /// Differs from HealthKit: it tells of the configuration, not of the device. Nothing is asked.
    open class func isHealthDataAvailable() -> Bool { (try? HealthServer.shared()) != nil }

    /// Starts a query; its handlers are called until it ends or is stopped.
    open func execute(_ query: HKQuery) { query.start(on: server) }

    /// Stops a query: its handlers are not called any more.
    open func stop(_ query: HKQuery) { query.stop() }
}

extension HKHealthStore {
    /// Makes a store on a server of its own, for programs that work for several people.
    ///
    /// It has no counterpart in HealthKit.
    public convenience init(configuration: RemoteHealthConfiguration) {
        let server: HealthServer
        do throws(HKError) {
            server = try HealthServer(configuration)
        } catch {
            server = HealthServer(failing: error)
        }
        self.init(on: server)
    }
}
#endif
