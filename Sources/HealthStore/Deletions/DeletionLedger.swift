import HealthModel
import Postgres

/// The user's samples as a deletion takes them away one by one, and the changes to write.
struct DeletionLedger {
    /// A sample with its identifier.
    typealias Entry = (id: SampleID, sample: LiveSample)

    /// The last position given.
    private(set) var position: Int64
    /// What goes.
    private(set) var removal = SampleRemoval()
    /// How many samples go.
    private(set) var deletedCount = 0

    private let deletion: SampleDeletion
    private let members: [SampleID: [Entry]]
    private var live: [SampleID: LiveSample] = [:]
    private var deleted: [SampleID: Int32]
    private var emptied: [SampleID] = []

    /// Begins behind a position with what is on disk.
    init(
        candidates: [Entry],
        deleted: [SampleID: Int32],
        members: [SampleID: [Entry]],
        deletion: SampleDeletion,
        position: Int64
    ) {
        self.position = position
        self.deletion = deletion
        self.members = members
        self.deleted = deleted
        // A member that is asked for by itself is the same sample.
        for (id, sample) in members.values.joined() { live[id] = sample }
        for (id, sample) in candidates { live[id] = sample }
    }

    /// Deletes the sample of an identifier, if there is one and the caller may.
    mutating func delete(_ id: SampleID) -> DeletionOutcome {
        guard let sample = live[id] else {
            guard let client = deleted[id] else { return .sampleNotFound }
            let isOwn = client == deletion.deleter.clientNumber ?? client
            return isOwn ? .duplicate : .sampleNotFound
        }
        if let refusal = refusal(of: id, sample) { return refusal }
        remove(id)
        if sample.isCorrelation {
            emptied.append(id)
            if deletion.includesContained {
                for (member, _) in members[id] ?? [] { remove(member) }
            }
        }
        return .deleted
    }

    private mutating func remove(_ id: SampleID) {
        guard let sample = live.removeValue(forKey: id) else { return }
        position += 1
        deletedCount += 1
        deleted[id] = sample.client
        let contained = Set((members[id] ?? []).map(\.sample.content.typeID))
        removal.remove(id, sample, holding: contained, at: position)
    }

    /// Why the caller may not delete a sample.
    ///
    /// A correlation goes by the types it holds, as it does when it is saved and read. What another
    /// client saved is not found unless the caller reads it anyway.
    private func refusal(of id: SampleID, _ sample: LiveSample) -> DeletionOutcome? {
        guard case .client(let client, let grants) = deletion.deleter else { return nil }
        let types =
            sample.isCorrelation
            ? Set((members[id] ?? []).map(\.sample.content.typeID)) : [sample.content.typeID]
        guard sample.client == client.number else {
            return types.contains(where: grants.mayRead) ? .notOwner : .sampleNotFound
        }
        let statuses = types.map(grants.shareStatus)
        if statuses.contains(.sharingDenied) { return .sharingDenied }
        return statuses.contains(.notDetermined) ? .authorizationNotDetermined : nil
    }
}

extension DeletionLedger {
    /// The steps that let go of what deleted correlations held.
    func releaseSteps(user: UserID) -> [PipelineStep] {
        guard !emptied.isEmpty, !deletion.includesContained else { return [] }
        let binds: [Bind] = [.int8(user.number), .uuidArray(emptied.map(\.bits))]
        return [(DeletionSQL.release, binds)]
    }

    /// How much of which types, for the audit log: `3 HKQuantityTypeIdentifierStepCount, ...`.
    var summary: String {
        Dictionary(grouping: removal.contents, by: \.typeID)
            .map { (type: Catalogue.sampleType(id: $0)?.identifier ?? "\($0)", count: $1.count) }
            .sorted { $0.type < $1.type }
            .map { "\($0.count) \($0.type)" }
            .joined(separator: ", ")
    }
}

extension LiveSample {
    /// Whether it holds other samples.
    var isCorrelation: Bool { CorrelationType(rawValue: content.typeID) != nil }
}
