import HealthModel

/// What becomes of the members of a correlation that is to be stored.
struct CorrelationParts {
    /// What has to be done for a member.
    enum Step {
        /// The one at a place is new.
        case add(Int)
        /// The one at a place takes the place of another.
        case replace(SampleID, Int)
        /// One that is there is put in, recorded at a time that may be later than known.
        case keep(SampleID, Int64?)
    }

    /// Why the correlation cannot be stored.
    struct Refusal: Error {
        let outcome: SaveOutcome
    }

    /// One for each member, in order.
    private(set) var steps: [Step] = []
    /// Every identifier that the correlation and its members are about.
    private(set) var touched: Set<SampleID>

    private let former: SampleID?
    private var pairs: Set<SyncPlace> = []

    /// Begins a correlation that replaces another, if one is given.
    init(of id: SampleID, replacing former: SampleID?) {
        self.former = former
        touched = [id]
    }

    /// Takes the member at a place.
    ///
    /// - Throws: `Refusal` with the outcome of the correlation, when the member cannot be in it.
    mutating func take(
        _ member: NewSample,
        _ judgement: Judgement,
        at place: Int,
        _ ledger: SaveLedger
    ) throws(Refusal) {
        let step = try step(for: member, judgement, at: place, ledger)
        var identifiers: Set<SampleID> = [member.id]
        switch step {
        case .add: break
        case .replace(let id, _), .keep(let id, _): identifiers.insert(id)
        }
        let isNewPair = ledger.syncPlace(of: member).map { pairs.insert($0).inserted } ?? true
        guard isNewPair, touched.isDisjoint(with: identifiers) else {
            throw Refusal(outcome: .uuidConflict)
        }
        touched.formUnion(identifiers)
        steps.append(step)
    }

    private func step(
        for member: NewSample,
        _ judgement: Judgement,
        at place: Int,
        _ ledger: SaveLedger
    ) throws(Refusal) -> Step {
        switch judgement {
        case .new: return .add(place)
        case .replaces(let id): return .replace(id, place)
        case .same(let id) where isFree(id, ledger): return .keep(id, member.created)
        case .sameVersion(let id) where isFree(id, ledger): return .keep(id, nil)
        case .outdated(let id) where isFree(id, ledger): return .keep(id, nil)
        case .outdated: throw Refusal(outcome: .ignored)
        // The versions of the correlations decide about what they hold.
        case .conflict where isInFormer(member.id, ledger): return .replace(member.id, place)
        case .same, .sameVersion, .conflict: throw Refusal(outcome: .uuidConflict)
        // A new version of a correlation may hold again what one before it did not.
        case .deleted where former != nil && ledger.deleted[member.id] == ledger.client:
            return .add(place)
        case .deleted: throw Refusal(outcome: .deleted)
        }
    }

    /// Whether a sample may be put in: this client's, and in no correlation that stays.
    ///
    /// Another client's may not: it would learn from its own sample what somebody else saved.
    private func isFree(_ id: SampleID, _ ledger: SaveLedger) -> Bool {
        guard let sample = ledger.live[id], sample.client == ledger.client else { return false }
        return sample.container == nil || sample.container == former
    }

    private func isInFormer(_ id: SampleID, _ ledger: SaveLedger) -> Bool {
        former != nil && ledger.live[id]?.container == former
    }
}
