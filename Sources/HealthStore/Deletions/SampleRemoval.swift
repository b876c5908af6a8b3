import HealthModel
import Postgres

/// Samples that go, with the mark that each leaves in the feed and against late repetitions.
struct SampleRemoval {
    /// What stands for a deleted sample.
    private struct Mark {
        let typeID: Int16
        let client: Int32
        let position: Int64
        let contained: Set<Int16>

        /// The types held, as PostgreSQL writes an array; nil where nothing was.
        var containedText: String? {
            contained.isEmpty
                ? nil : "{" + contained.sorted().map(String.init).joined(separator: ",") + "}"
        }
    }

    private struct SourceType: Hashable {
        let typeID: Int16
        let source: Int32
        let client: Int32
    }

    /// What went from the disk.
    private(set) var contents: [SampleContent] = []
    private var ids: [UInt128] = []
    private var marks: [SampleID: Mark] = [:]
    private var counts: [SourceType: Int64] = [:]

    /// Whether nothing goes.
    var isEmpty: Bool { marks.isEmpty }

    /// Takes a sample off the disk; of a correlation the types that it holds are told.
    mutating func remove(
        _ id: SampleID,
        _ sample: LiveSample,
        holding contained: Set<Int16>,
        at position: Int64
    ) {
        mark(id, sample, holding: contained, at: position)
        ids.append(id.bits)
        contents.append(sample.content)
        let type = SourceType(
            typeID: sample.content.typeID,
            source: sample.content.source,
            client: sample.client
        )
        counts[type, default: 0] += 1
    }

    /// Leaves the mark of a sample that was never on disk.
    mutating func mark(
        _ id: SampleID,
        _ sample: LiveSample,
        holding contained: Set<Int16>,
        at position: Int64
    ) {
        marks[id] = Mark(
            typeID: sample.content.typeID,
            client: sample.client,
            position: position,
            contained: contained
        )
    }

    /// Takes the samples away and marks them; runs before anything is inserted in their place.
    func deletionSteps(user: UserID) -> [PipelineStep] {
        guard !isEmpty else { return [] }
        let marks = Array(marks)
        let insertion: PipelineStep = (
            DeletionSQL.insert,
            [
                .int8(user.number), .uuidArray(marks.map(\.key.bits)),
                .int8Array(marks.map(\.value.position)), .int2Array(marks.map(\.value.typeID)),
                .int4Array(marks.map(\.value.client)),
                .optionalTextArray(marks.map(\.value.containedText)),
            ]
        )
        guard !ids.isEmpty else { return [insertion] }
        return [(DeletionSQL.delete, [.int8(user.number), .uuidArray(ids)]), insertion]
    }

    /// Counts the samples off their sources; runs after what was inserted was counted, so that a
    /// source whose last sample is replaced by its own stays.
    func countSteps(user: UserID) -> [PipelineStep] {
        guard !counts.isEmpty else { return [] }
        let counts = Array(counts)
        let binds: [Bind] = [
            .int8(user.number), .int2Array(counts.map(\.key.typeID)),
            .int4Array(counts.map(\.key.source)), .int4Array(counts.map(\.key.client)),
            .int8Array(counts.map(\.value)),
        ]
        return [(DeletionSQL.dropTypes, binds), (DeletionSQL.reduceTypes, binds)]
    }
}
