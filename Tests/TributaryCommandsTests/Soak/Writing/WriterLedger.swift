/// What one writer has been told that the server has, kept by the rules of identity.
///
/// What it alone writes is known sample by sample. Of versions that others write, too, it keeps its
/// own highest; the highest of all writers is what must be live in the end.
struct WriterLedger: Sendable {
    /// What must be live, but for shared versions, by key.
    private(set) var live: [Int64: SoakSample] = [:]
    /// What was deleted or replaced.
    private(set) var gone: Set<Int64> = []
    /// The highest version pushed of each shared sync identifier.
    private(set) var shared: [String: SoakSample] = [:]
    /// The orders of sources that were set, with whether an answer to one was ever lost.
    var orders: [SoakType: [(order: SoakOrder, isCertain: Bool)]] = [:]

    private var versions: [String: Int64] = [:]

    /// Whether it was pushed before and answered.
    func knows(_ sample: SoakSample) -> Bool {
        live[sample.key] != nil || gone.contains(sample.key)
            || (sample.sync.map { $0.isShared && isPushed($0) } ?? false)
    }

    /// Whether a version of its own, or of others, is live under an identifier.
    func isLive(_ identifier: String) -> Bool { versions[identifier] != nil }

    /// The outcomes that a sample may have, when its first answer may have been lost.
    ///
    /// - Parameter laterVersion: whether the same batch holds a later version of it.
    func outcomes(of sample: SoakSample, sharingRefused: Bool, laterVersion: Bool) -> Set<String> {
        if sharingRefused { return ["rejected sharingDenied"] }
        if let fault = sample.fault { return ["rejected \(fault.rawValue)"] }
        if let sync = sample.sync, sync.isShared {
            let known: Set<String> = ["duplicate", "ignored"]
            return isPushed(sync) ? known : known.union(["stored", "replaced"])
        }
        if live[sample.key] != nil { return ["duplicate"] }
        if gone.contains(sample.key) {
            return sample.sync.map { isLive($0.identifier) } == true
                ? ["ignored"] : ["rejected deleted"]
        }
        guard let sync = sample.sync else { return ["stored", "duplicate"] }
        let fresh: Set<String> = [isLive(sync.identifier) ? "replaced" : "stored", "duplicate"]
        return laterVersion ? fresh.union(["ignored"]) : fresh
    }

    /// Notes a sample that the server has taken; answers how many it adds and replaces.
    mutating func take(_ sample: SoakSample) {
        if let sync = sample.sync {
            if sync.isShared {
                let best = shared[sync.identifier]?.sync?.number ?? .min
                if sync.number > best { shared[sync.identifier] = sample }
                pushed.insert(sync)
                return
            }
            if let old = versions.updateValue(sample.key, forKey: sync.identifier) { remove(old) }
            versions[sync.identifier] = sample.key
        }
        for part in [sample] + sample.objects { live[part.key] = part }
    }

    /// Notes that samples are deleted.
    mutating func delete(_ samples: [SoakSample]) {
        for sample in samples {
            ([sample] + sample.objects).forEach { remove($0.key) }
        }
    }

    private var pushed: Set<SoakVersion> = []

    private func isPushed(_ version: SoakVersion) -> Bool { pushed.contains(version) }

    private mutating func remove(_ key: Int64) {
        guard let sample = live.removeValue(forKey: key) else { return }
        gone.insert(key)
        if let sync = sample.sync, versions[sync.identifier] == key {
            versions[sync.identifier] = nil
        }
    }
}
