import HealthModel

/// Samples collected until they make a push.
struct DraftBatch {
    /// The samples that have not been given away.
    private(set) var drafts: [SampleDraft] = []
    private var parts = 0
    private var metadataBytes = 0

    /// Samples in a push, each part of a correlation or a workout counted like a sample.
    ///
    /// The pushes of one user wait for each other's commits, so few large ones are faster than many
    /// small ones: 2000 make an import 1.7 times as fast as 1000, for 4 MB of memory; 4000 and 8000
    /// give nothing more that shows, for 12 and 30 MB (`Benchmarks/README.md`).
    private static let partLimit = 2000
    /// Bytes of metadata in a push: samples with very much of it go in smaller pushes.
    private static let metadataLimit = 4 << 20

    /// Adds a sample, and gives the batch away when it is full.
    mutating func append(_ draft: SampleDraft) -> [SampleDraft]? {
        drafts.append(draft)
        count(draft)
        guard parts >= Self.partLimit || metadataBytes >= Self.metadataLimit else { return nil }
        defer {
            self = DraftBatch()
            drafts.reserveCapacity(Self.partLimit)
        }
        return drafts
    }

    private mutating func count(_ draft: SampleDraft) {
        parts += 1
        count(draft.metadata)
        switch draft.content {
        case .quantity, .category: break
        case .correlation(let objects):
            for object in objects { count(object) }
        case .workout(let workout):
            parts += workout.events.count + workout.activities.count
            for event in workout.events { count(event.metadata) }
            for activity in workout.activities { count(activity.metadata) }
        }
    }

    private mutating func count(_ metadata: [String: MetadataValue]) {
        for (key, value) in metadata {
            metadataBytes += key.utf8.count + 16
            if case .string(let text) = value { metadataBytes += text.utf8.count }
        }
    }
}
