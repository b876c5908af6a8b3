import HealthModel

/// The rules of identity and versions, applied to a batch sample by sample, each against what the
/// ones before it left.
struct SaveDecision {
    /// Every sample of the batch; see `KnownSampleLookup`.
    let samples: [NewSample]
    /// The changes so far.
    private(set) var ledger: SaveLedger

    private let sources: BatchSources
    private let documents: DocumentClasses

    init(
        _ samples: [NewSample],
        _ sources: BatchSources,
        _ known: KnownSamples,
        _ ledger: SaveLedger
    ) {
        self.samples = samples
        self.sources = sources
        self.ledger = ledger
        documents = known.documents
    }

    /// Decides about the samples of the request, in its order.
    mutating func outcomes(ofFirst count: Int) -> [SaveOutcome] {
        var outcomes: [SaveOutcome] = []
        outcomes.reserveCapacity(count)
        var nextMember = count
        for place in 0..<count {
            let memberCount = samples[place].members.count
            if memberCount == 0 {
                outcomes.append(outcome(at: place))
            } else {
                let members = nextMember..<nextMember + memberCount
                nextMember = members.upperBound
                outcomes.append(correlationOutcome(at: place, members))
            }
        }
        return outcomes
    }

    /// Decides about a sample that holds no others.
    private mutating func outcome(at place: Int) -> SaveOutcome {
        switch judgement(at: place) {
        case .new:
            add(place, in: nil)
            return .stored
        case .replaces(let id):
            // A new version stays where the old one was.
            let container = ledger.live[id]?.container
            ledger.remove(id)
            add(place, in: container)
            return .replaced
        case .same(let id):
            ledger.note(samples[place].created, of: id)
            return .duplicate
        case .sameVersion: return .duplicate
        case .outdated: return .ignored
        case .conflict: return .uuidConflict
        case .deleted: return .deleted
        }
    }
}

/// What a sample is to those that are there.
enum Judgement {
    /// Nothing is known of it.
    case new
    /// It is a higher version of this one.
    case replaces(SampleID)
    /// It is this one.
    case same(SampleID)
    /// It has the version of this one, which came first and stays.
    case sameVersion(SampleID)
    /// It is a lower version of this one.
    case outdated(SampleID)
    /// Its identifier is taken by something else.
    case conflict
    /// Its identifier was deleted.
    case deleted
}

extension SaveDecision {
    /// Judges the sample at a place by itself, without changing anything.
    ///
    /// Versions come first, so that the highest one ends up live whatever arrived before. They are
    /// compared within one pair only: one client, one type, one sync identifier. An identifier
    /// that is taken under another pair, or none, is a conflict at any version. One that was
    /// deleted comes back only above a version that is live: that is what it would have become,
    /// had it arrived in order.
    func judgement(at place: Int) -> Judgement {
        let sample = samples[place]
        let pair = ledger.syncPlace(of: sample)
        if let known = ledger.live[sample.id] {
            let isSamePair = pair != nil && known.syncPlace == pair
            if isSamePair, let decided = versions(sample, known, sample.id) { return decided }
            if known.content == content(at: place), known.document == documents[place] {
                return .same(sample.id)
            }
            return isSamePair ? .sameVersion(sample.id) : .conflict
        }
        if let pair, let holder = ledger.holders[pair], let known = ledger.live[holder] {
            return versions(sample, known, holder) ?? .sameVersion(holder)
        }
        return ledger.deleted.isEmpty || ledger.deleted[sample.id] == nil ? .new : .deleted
    }

    /// What the versions of one pair say; nil when they are equal.
    private func versions(
        _ sample: NewSample,
        _ known: LiveSample,
        _ id: SampleID
    ) -> Judgement? {
        guard let new = sample.sync?.version, let old = known.sync?.version, new != old else {
            return nil
        }
        return new > old ? .replaces(id) : .outdated(id)
    }

    private func content(at place: Int) -> SampleContent {
        let sample = samples[place]
        return SampleContent(sample, source: sources.source(ofReference: sample.reference))
    }

    /// Adds the sample at a place, inside a correlation if one is given.
    mutating func add(_ place: Int, in container: SampleID?) {
        ledger.add(
            samples[place],
            content(at: place),
            document: documents[place],
            at: place,
            in: container
        )
    }

    /// Takes a sample away.
    mutating func remove(_ id: SampleID) { ledger.remove(id) }

    /// Puts a sample into a correlation.
    mutating func adopt(_ id: SampleID, by container: SampleID) {
        ledger.adopt(id, by: container)
    }

    /// Notes a later time of recording.
    mutating func note(_ created: Int64?, of id: SampleID) { ledger.note(created, of: id) }
}
