#if !canImport(HealthKit)
import Foundation
import HTTPClient
import Synchronization

extension Outgoing {
    /// The one value of this process for a configuration's directory; nil where it has none.
    ///
    /// It begins to send what an earlier process left.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` where the directory is in use for another
    ///   server or token: what waits in it would go to the wrong one.
    static func shared(
        _ configuration: RemoteHealthConfiguration,
        _ http: AsyncHTTPClient
    ) throws(HKError) -> Outgoing? {
        guard let directory = configuration.outbox else { return nil }
        let path = URL(fileURLWithPath: directory).standardizedFileURL.path
        let outgoing = inUse.withLock { inUse in
            if let outgoing = inUse[path]?.value { return outgoing }
            let outgoing = Outgoing(directory: path, configuration, http)
            inUse[path] = Weak(value: outgoing)
            return outgoing
        }
        guard outgoing.leadsTo(configuration) else {
            throw HKError.failure(
                .errorInvalidArgument,
                "The outbox \(directory) is in use for another server or another token."
            )
        }
        Task { await outgoing.sendLeftovers() }
        return outgoing
    }

    private static let inUse = Mutex<[String: Weak]>([:])

    private struct Weak {
        weak var value: Outgoing?
    }
}
#endif
