import HealthModel

/// The user's samples as a batch changes them one by one, and the changes to write.
///
/// Each deletion and each addition takes the next position, also where a later sample of the same
/// batch undoes it: so positions do not depend on how samples are batched.
struct SaveLedger {
    /// A sample to insert.
    struct Addition {
        /// Its place in the batch.
        let place: Int
        let position: Int64
        var container: SampleID?
        /// Whether a later sample of the batch replaced it.
        var isWithdrawn = false
    }

    /// Who saves.
    let client: Int32
    /// The last position given.
    private(set) var position: Int64
    private(set) var additions: [Addition] = []
    private(set) var removal = SampleRemoval()
    /// The samples on disk that a correlation takes in.
    private(set) var adoptions: [SampleID: SampleID] = [:]
    /// The samples that a repetition recorded later than was known, with the later time.
    private(set) var laterRecordings: [SampleID: Int64] = [:]

    private(set) var live: [SampleID: LiveSample]
    private(set) var deleted: [SampleID: Int32]
    private(set) var members: [SampleID: Set<SampleID>]
    private(set) var holders: [SyncPlace: SampleID]

    /// Begins behind a position with what is on disk.
    init(_ known: KnownSamples, client: ClientID, position: Int64) {
        self.client = client.number
        self.position = position
        live = known.live
        deleted = known.deleted
        members = known.members
        holders = known.holders
    }

    /// Where the pair of a sample stands, if it has one.
    func syncPlace(of sample: NewSample) -> SyncPlace? {
        sample.sync.map { SyncPlace(client: client, typeID: sample.typeID, key: $0.key) }
    }
}

extension SaveLedger {
    /// Adds a sample of the batch, inside a correlation if one is given.
    mutating func add(
        _ sample: NewSample,
        _ content: SampleContent,
        document: Int,
        at place: Int,
        in container: SampleID?
    ) {
        position += 1
        live[sample.id] = LiveSample(
            content: content,
            document: document,
            client: client,
            sync: sample.sync,
            container: container,
            created: sample.created,
            addition: additions.count
        )
        additions.append(Addition(place: place, position: position, container: container))
        if let place = syncPlace(of: sample) { holders[place] = sample.id }
        if let container { members[container, default: []].insert(sample.id) }
    }

    /// Takes a sample away and leaves the mark of a deletion.
    mutating func remove(_ id: SampleID) {
        guard let sample = live.removeValue(forKey: id) else { return }
        position += 1
        let contained = Set((members[id] ?? []).compactMap { live[$0]?.content.typeID })
        if let addition = sample.addition {
            additions[addition].isWithdrawn = true
            removal.mark(id, sample, holding: contained, at: position)
        } else {
            removal.remove(id, sample, holding: contained, at: position)
        }
        deleted[id] = sample.client
        adoptions[id] = nil
        laterRecordings[id] = nil
        if let place = sample.syncPlace { holders[place] = nil }
        if let container = sample.container { members[container]?.remove(id) }
    }

    /// Puts a sample into a correlation; that takes no position, since it says the same as before.
    mutating func adopt(_ id: SampleID, by container: SampleID) {
        guard let sample = live[id], sample.container != container else { return }
        if let former = sample.container { members[former]?.remove(id) }
        live[id]?.container = container
        members[container, default: []].insert(id)
        if let addition = sample.addition {
            additions[addition].container = container
        } else {
            adoptions[id] = container
        }
    }

    /// Keeps the latest time a device gave, so that repetitions may arrive in any order (rule 6).
    mutating func note(_ created: Int64?, of id: SampleID) {
        guard let created, let sample = live[id] else { return }
        if let known = sample.created, known >= created { return }
        live[id]?.created = created
        laterRecordings[id] = created
    }
}
