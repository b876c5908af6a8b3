#if !canImport(HealthKit)
public import Foundation

/// A source at a version.
///
/// Unchecked: nothing changes after `init`.
open class HKSourceRevision: NSObject, NSCopying, @unchecked Sendable {
    /// The source.
    public let source: HKSource
    /// The version of the app, if known.
    public let version: String?
    /// The kind of device the app ran on, such as `iPhone15,2`, if known.
    public let productType: String?
    /// The version of the operating system; 0.0.0 where it is not known.
    public let operatingSystemVersion: OperatingSystemVersion
    /// The version of the operating system as it was recorded.
    let systemVersion: String?

    /// Makes a revision of which only the app's version is known.
    public convenience init(source: HKSource, version: String?) {
        self.init(
            source: source,
            version: version,
            productType: source.productType,
            systemVersion: nil
        )
    }

    /// Makes a revision.
    public convenience init(
        source: HKSource,
        version: String?,
        productType: String?,
        operatingSystemVersion: OperatingSystemVersion
    ) {
        self.init(
            source: source,
            version: version,
            productType: productType,
            systemVersion: operatingSystemVersion.text
        )
    }

    init(source: HKSource, version: String?, productType: String?, systemVersion: String?) {
        self.source = source
        self.version = version
        self.productType = productType
        self.systemVersion = systemVersion
        operatingSystemVersion = OperatingSystemVersion(text: systemVersion ?? "")
    }

    /// Gives the revision itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether source, versions and kind of device are the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return source == other.source && version == other.version
            && productType == other.productType
            && operatingSystemVersion.text == other.operatingSystemVersion.text
    }

    /// A hash of source and version.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(version)
        return hasher.finalize()
    }

    /// The source's name and its version.
    open override var description: String {
        version.map { "\(source.name) (\($0))" } ?? source.name
    }
}

/// Stands for every version of a source; HealthKit does not publish the constant's value.
public let HKSourceRevisionAnyVersion: String = "HKSourceRevisionAnyVersion"

/// Stands for every kind of device; HealthKit does not publish the constant's value.
public let HKSourceRevisionAnyProductType: String = "HKSourceRevisionAnyProductType"

/// Stands for every operating system; HealthKit does not publish the constant's value.
public var HKSourceRevisionAnyOperatingSystem: OperatingSystemVersion {
    OperatingSystemVersion(majorVersion: -1, minorVersion: -1, patchVersion: -1)
}

extension OperatingSystemVersion {
    /// The version as text: `17.1.0`.
    fileprivate var text: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

    /// Reads text such as `17.1`; what is missing or no number is 0.
    fileprivate init(text: String) {
        let parts = text.split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
        self.init(majorVersion: parts[0], minorVersion: parts[1], patchVersion: parts[2])
    }
}
#endif
