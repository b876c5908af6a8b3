#if !canImport(HealthKit)
public import Foundation

/// An app that records data, on a kind of device.
///
/// Sources are equal when app and kind of device are. The server tells sources apart more finely,
/// also by the device's own facts, so one of these may stand for several of the server's.
///
/// Unchecked: nothing changes after `init`, which only this module calls.
open class HKSource: NSObject, NSCopying, @unchecked Sendable {
    /// The name shown to people.
    public let name: String
    /// The app's bundle identifier.
    public let bundleIdentifier: String
    /// The kind of device the app runs on; nil of this program.
    let productType: String?
    /// The server's identifier of one source that this stands for; nil of this program.
    let id: String?

    init(name: String, bundleIdentifier: String, productType: String? = nil, id: String? = nil) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
        self.productType = productType
        self.id = id
    }

    /// Gives the source of what this program saves.
    ///
    /// Differs from HealthKit: the server knows the program by its token, so the first call asks it,
    /// and blocks the thread for ten seconds at most. Without an answer the main bundle's or the
    /// process's name stands here.
    open class func `default`() -> HKSource {
        (try? ProcessServer.current.source()) ?? process
    }

    /// Gives the source itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same app on the same kind of device.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSource else { return false }
        return bundleIdentifier == other.bundleIdentifier && productType == other.productType
    }

    /// A hash of the bundle identifier.
    open override var hash: Int { bundleIdentifier.hashValue }

    /// Name and bundle identifier.
    open override var description: String { "\(name) (\(bundleIdentifier))" }
}

extension HKSource {
    /// What `default()` gives, as far as it is known without asking.
    static var own: HKSource { ProcessServer.current.knownSource ?? process }

    private static let process: HKSource = {
        let name = ProcessInfo.processInfo.processName
        return HKSource(name: name, bundleIdentifier: Bundle.main.bundleIdentifier ?? name)
    }()
}
#endif
