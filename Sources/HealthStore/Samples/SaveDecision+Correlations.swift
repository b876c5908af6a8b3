import HealthModel

/// Correlations: stored with all that they hold, or not at all.
extension SaveDecision {
    /// Decides about the correlation at a place with its members at others.
    mutating func correlationOutcome(at place: Int, _ members: Range<Int>) -> SaveOutcome {
        switch judgement(at: place) {
        case .new: return store(place, members, replacing: nil)
        case .replaces(let id): return store(place, members, replacing: id)
        case .same(let id): return repeated(id, place, members)
        case .sameVersion: return .duplicate
        case .outdated: return .ignored
        case .conflict: return .uuidConflict
        case .deleted: return .deleted
        }
    }

    /// Stores a correlation; where it replaces another, what that held and this does not is deleted.
    private mutating func store(
        _ place: Int,
        _ members: Range<Int>,
        replacing former: SampleID?
    ) -> SaveOutcome {
        let id = samples[place].id
        var parts = CorrelationParts(of: id, replacing: former)
        do throws(CorrelationParts.Refusal) {
            for member in members {
                try parts.take(samples[member], judgement(at: member), at: member, ledger)
            }
        } catch {
            return error.outcome
        }
        if let former {
            remove(former)
            let left = (ledger.members[former] ?? []).subtracting(parts.touched)
            for member in left.sorted() { remove(member) }
        }
        add(place, in: nil)
        for step in parts.steps { apply(step, in: id) }
        return former == nil ? .stored : .replaced
    }

    private mutating func apply(_ step: CorrelationParts.Step, in container: SampleID) {
        switch step {
        case .add(let place): add(place, in: container)
        case .replace(let id, let place):
            remove(id)
            add(place, in: container)
        case .keep(let id, let created):
            adopt(id, by: container)
            note(created, of: id)
        }
    }

    /// Decides about a correlation that is known: a duplicate if all it holds is known, too, and
    /// nothing is missing.
    private mutating func repeated(
        _ id: SampleID,
        _ place: Int,
        _ members: Range<Int>
    ) -> SaveOutcome {
        var known: Set<SampleID> = []
        var recordings = [(id, samples[place].created)]
        // Equal versions are equal, whatever they say.
        let isVersioned = samples[place].sync != nil
        for member in members {
            switch judgement(at: member) {
            case .same(let id):
                known.insert(id)
                recordings.append((id, samples[member].created))
            case .sameVersion(let id), .outdated(let id): known.insert(id)
            case .deleted where !isVersioned: return .deleted
            case .new, .replaces, .conflict, .deleted: break
            }
        }
        guard isVersioned || known == ledger.members[id] ?? [] && known.count == members.count
        else { return .uuidConflict }
        for (id, created) in recordings { note(created, of: id) }
        return .duplicate
    }
}
