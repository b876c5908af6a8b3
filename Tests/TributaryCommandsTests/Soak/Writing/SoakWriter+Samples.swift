/// What a writer puts into its batches.
extension SoakWriter {
    /// The next sample of a batch: mostly new, now and then a version, known or wrong.
    mutating func nextSample() -> SoakSample {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<60: return maker.plain()
        case ..<74: return maker.unnamed()
        case ..<85: return ownVersion()
        case ..<92: return role.isShared ? sharedVersion() : maker.plain()
        case ..<96:
            // A known version would come out differently behind a later one of the same batch.
            let known = recent.randomElement(using: &random)
            return known.map { $0.sync == nil ? $0 : maker.plain() } ?? maker.plain()
        default: return maker.faulty()
        }
    }

    /// The next version of a sample that this writer alone writes, or the first of a new one.
    private mutating func ownVersion() -> SoakSample {
        let known = ownVersions.keys.sorted().filter { ledger.isLive($0) }
        let isNew = known.isEmpty || Int.random(in: 0..<4, using: &random) == 0
        let identifier =
            isNew
            ? "\(role.number).\(ownVersions.count)" : known.randomElement(using: &random) ?? ""
        let number = ownVersions[identifier, default: 0] + 1
        ownVersions[identifier] = number
        let words = identifier.split(separator: ".").map { Int($0) ?? 0 }
        let isStable = words[1] % 3 == 0
        let stable =
            SoakSample.stablePrefix + "-0000-4000-8000-"
            + hexadecimal(role.number * 100_000 + words[1])
        let version = SoakVersion(identifier: identifier, number: number, isShared: false)
        let types: [SoakType] = [.steps, .distance]
        return maker.version(version, of: types[words[1] % 2], stable: isStable ? stable : nil)
    }

    /// A version of a sample that two writers of a client write at the same time.
    ///
    /// The numbers of two writers are never the same, and a writer never uses one twice.
    private mutating func sharedVersion() -> SoakSample {
        sharedRounds += 1
        let slot = Int.random(in: 0..<12, using: &random)
        // Sometimes behind what this writer has sent already.
        let jump = sharedRounds * 8 - Int.random(in: 0..<5, using: &random) * 40
        let number = max(0, jump) * 1000 * 16 + (sharedRounds % 1000) * 16 + role.number
        let version = SoakVersion(identifier: "shared\(slot)", number: number, isShared: true)
        return maker.version(version, of: slot % 2 == 0 ? .steps : .distance, stable: nil)
    }

    private func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }
}
