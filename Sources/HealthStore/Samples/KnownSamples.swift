import HealthModel
import Postgres

/// What is on disk that a batch may meet: samples and deletions of its identifiers, samples of its
/// pairs, and what the correlations among them hold.
struct KnownSamples {
    /// The samples by their identifiers.
    private(set) var live: [SampleID: LiveSample] = [:]
    /// Who had saved what was deleted under identifiers of the batch.
    private(set) var deleted: [SampleID: Int32] = [:]
    /// Where the batch repeats documents.
    private(set) var documents: DocumentClasses
    /// What the correlations hold.
    private(set) var members: [SampleID: Set<SampleID>] = [:]
    /// The sample that has a pair of the batch.
    private(set) var holders: [SyncPlace: SampleID] = [:]

    /// Takes the answers to the steps of a lookup.
    init(_ answers: ArraySlice<QueryResult>, _ lookup: KnownSampleLookup) {
        documents = DocumentClasses(lookup.samples)
        var answers = answers
        take(found: answers.removeFirst(), lookup.samples)
        let gone = answers.removeFirst()
        for row in 0..<gone.rowCount {
            deleted[SampleID(bits: gone.uuid(row, 0))] = gone.int4(row, 1)
        }
        if lookup.hasPairs { take(synchronized: answers.removeFirst()) }
        if lookup.hasDetails { take(detailed: answers.removeFirst()) }
    }

    private mutating func take(found rows: QueryResult, _ samples: [NewSample]) {
        live.reserveCapacity(samples.count)
        let extra = LiveSample.columnCount
        for row in 0..<rows.rowCount {
            live[SampleID(bits: rows.uuid(row, 0))] = LiveSample(rows, row)
            let place = Int(rows.int8(row, extra)) - 1
            // Details are compared by a step of their own, where there are any.
            let isPlain = samples[place].details == nil && rows.bool(row, extra + 1)
            if isPlain, rows.bool(row, extra + 2) { documents.noteEqualToStored(place) }
        }
    }

    private mutating func take(synchronized rows: QueryResult) {
        for (id, sample) in rows.liveSamples() {
            live[id] = sample
            if let place = sample.syncPlace { holders[place] = id }
        }
    }

    private mutating func take(detailed rows: QueryResult) {
        for row in 0..<rows.rowCount { documents.noteEqualToStored(Int(rows.int8(row, 0))) }
    }

    /// Looks up what the correlations that the batch meets hold, and compares what it repeats.
    mutating func complete(_ lookup: KnownSampleLookup, on connection: Connection) throws {
        try documents.compareRepeated(lookup.samples, on: connection)
        let containers = lookup.samples.filter { !$0.members.isEmpty }.flatMap { sample in
            [sample.id] + (lookup.syncPlace(of: sample).flatMap { holders[$0] }.map { [$0] } ?? [])
        }
        .filter { live[$0] != nil }
        guard !containers.isEmpty else { return }
        let rows = try connection.run(
            KnownSampleSQL.findContained,
            [.int8(lookup.user.number), .uuidArray(containers.map(\.bits))]
        )
        for (id, sample) in rows.liveSamples() {
            live[id] = sample
            if let container = sample.container { members[container, default: []].insert(id) }
        }
    }
}
