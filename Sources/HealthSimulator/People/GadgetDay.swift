import HealthModel

/// What a gadget records on one day of its person, and what becomes of it later.
struct GadgetDay: Sendable {
    /// A sample that takes the place of an older version.
    struct Correction: Sendable {
        /// The older version, as an index into `recordings`.
        let original: Int
        /// The newer version.
        let draft: SampleDraft
        /// Whether it arrives before the older one, which then has no effect.
        let isEarly: Bool
    }

    /// What is recorded, in the order of recording.
    var recordings: [Recording]
    /// What is corrected.
    var corrections: [Correction] = []
    /// What is deleted in the end, as indices into `recordings`.
    var removals: [Int] = []

    /// The samples that are stored in the end.
    var remaining: [SampleDraft] {
        let gone = Set(removals + corrections.map(\.original))
        let untouched = recordings.indices.filter { !gone.contains($0) }
        return untouched.map { recordings[$0].draft } + corrections.map(\.draft)
    }

    /// The identifiers that are known no more in the end.
    var gone: [SampleID] {
        (removals + corrections.map(\.original)).compactMap { recordings[$0].draft.uuid }
    }
}

extension SimulatedPerson {
    /// A gadget's day, counted from 1970, with what is corrected and deleted of it.
    func day(_ day: Int, of gadget: Gadget) -> GadgetDay {
        var result = GadgetDay(recordings: recordings(of: gadget, on: day))
        guard gadget.kind == .phone else { return result }
        var random = SeededGenerator(seed: seed, purpose: gadget.purpose(.followUp), day: day)
        for (index, recording) in result.recordings.enumerated() {
            let draft = recording.draft
            if draft.type == SampleType.water {
                guard random.chance(0.2) else { continue }
                let isEarly = random.chance(0.15)
                let correction = Self.corrected(draft, &random)
                result.corrections.append(
                    GadgetDay.Correction(original: index, draft: correction, isEarly: isEarly)
                )
            } else if draft.type == SampleType.steps {
                let isTyped = draft.metadata["HKWasUserEntered"] != nil
                if random.chance(isTyped ? 0.3 : 0.004) { result.removals.append(index) }
            }
        }
        return result
    }

    /// A second version of a drink.
    private static func corrected(
        _ draft: SampleDraft,
        _ random: inout SeededGenerator
    ) -> SampleDraft {
        var draft = draft
        draft.uuid = random.identifier()
        draft.content = .quantity(value: Double(random.whole(3...9)) / 10, unit: "L")
        draft.metadata[DayLog.syncVersion] = .number(2)
        return draft
    }
}

extension Gadget {
    /// What draws of a gadget are for; each has a sequence of its own.
    enum Purpose: UInt64 {
        /// What is measured.
        case measuring
        /// Nights and workouts.
        case occasions
        /// What is typed in.
        case typing
        /// How late a day is sent.
        case lateness
        /// How it is sent.
        case delivery
        /// Whether it is worn, and when its battery is empty.
        case use
        /// What is corrected and deleted.
        case followUp
    }

    /// The number of a sequence.
    func purpose(_ purpose: Purpose) -> UInt64 { 1000 + UInt64(number) * 16 + purpose.rawValue }
}
