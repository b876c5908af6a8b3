import HealthModel
import HealthStore

/// What one client's pushes and deletions must come to, told slowly from the rules of identity.
///
/// Samples here have no documents, hold no others and, within one identifier, say when they were
/// recorded in the same way.
struct ExpectedSamples {
    /// What is live.
    private(set) var live: [SampleID: TestSample] = [:]
    /// What was deleted or replaced.
    private(set) var deleted: Set<SampleID> = []
    /// How many deletions and additions there were.
    private(set) var changes: Int64 = 0

    /// What becomes of a sample that is pushed.
    mutating func push(_ sample: TestSample) -> SaveOutcome {
        let rival = live.values.first { known in
            known.sync != nil && known.sync?.key == sample.sync?.key
                && known.typeID == sample.typeID
        }
        if let known = live[sample.id], known.id != rival?.id {
            return known.says(sameAs: sample) ? .duplicate : .uuidConflict
        }
        if let rival, let old = rival.sync?.version, let new = sample.sync?.version {
            if new < old { return .ignored }
            if new == old { return .duplicate }
            remove(rival.id)
            add(sample)
            return .replaced
        }
        if deleted.contains(sample.id) { return .deleted }
        add(sample)
        return .stored
    }

    /// What becomes of a sample that is to be deleted.
    mutating func delete(_ id: SampleID) -> DeletionOutcome {
        guard live[id] != nil else { return deleted.contains(id) ? .duplicate : .sampleNotFound }
        remove(id)
        return .deleted
    }

    private mutating func add(_ sample: TestSample) {
        live[sample.id] = sample
        changes += 1
    }

    private mutating func remove(_ id: SampleID) {
        live[id] = nil
        deleted.insert(id)
        changes += 1
    }
}

extension TestSample {
    fileprivate func says(sameAs other: TestSample) -> Bool {
        typeID == other.typeID && start == other.start && end == other.end
            && value == other.value && source.identity == other.source.identity
    }
}
