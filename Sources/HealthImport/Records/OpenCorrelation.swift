import HealthModel

/// A correlation between its tags, with the samples it has so far.
struct OpenCorrelation {
    /// The correlation itself, still without its samples.
    var sample: OpenSample
    private var objects: [SampleDraft] = []
    private let limits: ReaderLimits

    /// Opens a correlation.
    init(_ sample: OpenSample, limits: ReaderLimits) {
        self.sample = sample
        self.limits = limits
    }

    /// Takes a sample in; one too many costs the correlation, and what it had is let go.
    mutating func add(_ object: OpenSample) {
        sample.metadataBytes += object.metadataBytes
        if let reason = object.skipped { return giveUp(.incompleteCorrelation, reason) }
        guard sample.metadataBytes <= limits.metadataBytes else {
            return giveUp(.tooMuchMetadata, nil)
        }
        guard objects.count < limits.correlationObjects else { return giveUp(.tooManyParts, nil) }
        if sample.skipped == nil { objects.append(object.read.draft) }
    }

    /// Gives the correlation up for a record in it that cannot be read.
    mutating func giveUp(for reason: SkippedRecord) {
        giveUp(.incompleteCorrelation, reason)
    }

    /// The correlation with its samples.
    ///
    /// The export repeats them at top level, and the server takes both for one only while they say
    /// the same. What an object does not say it would take from the correlation: device and
    /// creation date are therefore left out of a correlation whose objects lack them.
    var finished: OpenSample {
        var result = sample
        result.read.draft.content = .correlation(objects)
        if objects.contains(where: { $0.device == nil }) { result.read.draft.device = nil }
        if objects.contains(where: { $0.created == nil }) { result.read.draft.created = nil }
        if objects.isEmpty { result.skip(.incompleteCorrelation, detail: "without records") }
        return result
    }

    private mutating func giveUp(_ reason: SkipReason, _ cause: SkippedRecord?) {
        sample.skip(reason, detail: cause.map { "with \($0.detail)" })
        objects = []
    }
}
