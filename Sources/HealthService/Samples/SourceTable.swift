import Glibc
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// The sources of a batch, each once; samples refer to them by index.
///
/// Most samples of a batch name the same few sources in the same bytes, so those are compared
/// before anything is taken apart.
struct SourceTable {
    /// The sources met so far.
    private(set) var references: [SourceReference] = []
    /// The keys of the sources, as content identities use them.
    private(set) var keys: [SampleID] = []

    private var indexByBytes: [[UInt8]: Int] = [:]
    private var indexByReference: [SourceReference: Int] = [:]
    private var last: (bytes: [UInt8], index: Int)?
    private let user: UserID
    private let ownBundleIdentifier: String?
    private let textLimit: Int

    /// Starts empty; samples without a source get `ownBundleIdentifier`.
    init(user: UserID, ownBundleIdentifier: String?, textLimit: Int) {
        self.user = user
        self.ownBundleIdentifier = ownBundleIdentifier
        self.textLimit = textLimit
    }

    /// The index of the source that a sample names.
    mutating func index(source: JSONValue?, device: JSONValue?) throws(SampleRejection) -> Int {
        if let last, last.bytes.isSpelling(source, device) { return last.index }
        let bytes = [UInt8](spelling: source, device)
        let index: Int
        if let known = indexByBytes[bytes] {
            index = known
        } else {
            index = add(
                SourceReference(revision: try revision(source), device: try hardware(device))
            )
            indexByBytes[bytes] = index
        }
        last = (bytes, index)
        return index
    }

    private mutating func add(_ reference: SourceReference) -> Int {
        if let known = indexByReference[reference] { return known }
        references.append(reference)
        keys.append(DerivedIdentifier.source(reference.identity, of: user))
        indexByReference[reference] = references.count - 1
        return references.count - 1
    }

    private func revision(_ value: JSONValue?) throws(SampleRejection) -> SourceRevision {
        guard let value else {
            guard let ownBundleIdentifier else { throw .missing("source") }
            return SourceRevision(bundleIdentifier: ownBundleIdentifier)
        }
        try value.requireObject("source")
        guard
            let bundleIdentifier = try value.optionalText(
                "bundleIdentifier",
                in: "source",
                limit: textLimit
            )
        else { throw .missing("source.bundleIdentifier") }
        return SourceRevision(
            bundleIdentifier: bundleIdentifier,
            name: try value.optionalText("name", in: "source", limit: textLimit),
            version: try value.optionalText("version", in: "source", limit: textLimit),
            productType: try value.optionalText("productType", in: "source", limit: textLimit),
            operatingSystemVersion: try value.optionalText(
                "operatingSystemVersion",
                in: "source",
                limit: textLimit
            )
        )
    }

    private func hardware(_ value: JSONValue?) throws(SampleRejection) -> Device? {
        guard let value else { return nil }
        try value.requireObject("device")
        func field(_ name: String) throws(SampleRejection) -> String? {
            try value.optionalText(name, in: "device", limit: textLimit)
        }
        let device = Device(
            name: try field("name"),
            manufacturer: try field("manufacturer"),
            model: try field("model"),
            hardwareVersion: try field("hardwareVersion"),
            firmwareVersion: try field("firmwareVersion"),
            softwareVersion: try field("softwareVersion"),
            localIdentifier: try field("localIdentifier"),
            udiDeviceIdentifier: try field("udiDeviceIdentifier")
        )
        return device == Device() ? nil : device
    }
}

extension [UInt8] {
    /// Source and device as they are written, with a byte between them that JSON never has.
    fileprivate init(spelling source: JSONValue?, _ device: JSONValue?) {
        self.init()
        if let source { append(contentsOf: source.rawBytes) }
        append(0)
        if let device { append(contentsOf: device.rawBytes) }
    }

    /// Whether these bytes are what `init(spelling:_:)` would make, without making it.
    fileprivate func isSpelling(_ source: JSONValue?, _ device: JSONValue?) -> Bool {
        let left = source?.rawBytes
        let right = device?.rawBytes
        let middle = left?.count ?? 0
        guard count == middle + 1 + (right?.count ?? 0) else { return false }
        return withUnsafeBytes { bytes in
            bytes[middle] == 0 && bytes.holds(left, at: 0) && bytes.holds(right, at: middle + 1)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether bytes for which there is room stand at an offset; none stand anywhere.
    ///
    /// Every sample asks: comparing byte by byte was a tenth of the server's work.
    fileprivate func holds(_ bytes: UnsafeRawBufferPointer?, at offset: Int) -> Bool {
        guard let base = baseAddress, let bytes, let start = bytes.baseAddress else { return true }
        return memcmp(base + offset, start, bytes.count) == 0
    }
}
