/// What a reader holds after what it was told, and whether that made sense.
struct ReaderView: Sendable {
    /// The samples that it holds, by identifier.
    private(set) var held: [String: SoakFacts] = [:]
    /// What was told that cannot be.
    private(set) var contradictions: [String] = []

    private var deleted: Set<String> = []

    /// Takes in a page: deletions first, as the API asks of a reader.
    mutating func take(_ page: ChangesPage) {
        for deletion in page.deleted {
            held[deletion.uuid] = nil
            let isNew = deleted.insert(deletion.uuid).inserted
            if !isNew, !mayComeBack(deletion.uuid) {
                contradictions.append("\(deletion.uuid) was deleted twice")
            }
        }
        for sample in page.added {
            if deleted.contains(sample.uuid), !mayComeBack(sample.uuid) {
                contradictions.append("\(sample.uuid) was added behind its deletion")
            }
            if held.updateValue(sample.facts, forKey: sample.uuid) != nil {
                contradictions.append("\(sample.uuid) was added twice")
            }
        }
    }

    private func mayComeBack(_ uuid: String) -> Bool { uuid.hasPrefix(SoakSample.stablePrefix) }
}
