#if !canImport(HealthKit)
import Dispatch

/// Where handlers of callers run: "an arbitrary background queue", as HealthKit says.
///
/// Never on Swift's task pool: a handler may block its thread, and the pool has few.
enum HandlerQueue {
    private static let queue = DispatchQueue(
        label: "org.tributary.RemoteHealthKit.handlers",
        attributes: .concurrent
    )

    /// Calls a handler soon.
    static func run(_ handler: @escaping @Sendable () -> Void) { queue.async(execute: handler) }
}
#endif
