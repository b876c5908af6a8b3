import HealthModel

/// Some days in the life of a person of the crowd, and how they reach a server.
///
/// It goes step by step, a step a day and some more for what is late. Each makes its samples anew,
/// so that memory does not grow with the number of days.
package struct SimulatedLife: Sendable {
    /// The person.
    package let person: SimulatedPerson
    /// The civil days, counted from 1970.
    package let days: Range<Int>

    /// The most days between recording and the last that is sent about it.
    private static let longestDelay = 12

    /// Joins a person and their days.
    package init(person: SimulatedPerson, days: Range<Int>) {
        self.person = person
        self.days = days
    }

    /// The days on which something is sent, to be taken in order.
    package var steps: Range<Int> { days.lowerBound..<days.upperBound + Self.longestDelay }

    /// What the apps do on a day, in order.
    ///
    /// - Parameter size: The most samples in a batch.
    package func actions(on step: Int, size: Int) -> [SyncAction] {
        precondition(size > 0, "a batch has room for at least one sample")
        var random = SeededGenerator(seed: person.seed, purpose: 6, day: step)
        return person.gadgets.shuffled(using: &random).flatMap { gadget in
            days.clamped(to: step - Self.longestDelay..<step + 1).flatMap { day in
                actions(of: gadget, about: day, on: step, size)
            }
        }
    }

    private func actions(
        of gadget: Gadget,
        about day: Int,
        on step: Int,
        _ size: Int
    ) -> [SyncAction] {
        let schedule = Schedule(person: person, gadget: gadget, day: day)
        if step == schedule.delivery { return deliveries(of: gadget, day, size) }
        if gadget.kind == .phone {
            guard step == schedule.followUp else { return [] }
            return followUps(person.day(day, of: gadget), of: gadget)
        }
        guard step == schedule.repetition else { return [] }
        return batches(person.day(day, of: gadget), size).map {
            SyncAction(app: gadget.app, content: .samples($0))
        }
    }

    /// The day's samples in batches, some of which are sent twice, with a name or without.
    private func deliveries(of gadget: Gadget, _ day: Int, _ size: Int) -> [SyncAction] {
        var random = SeededGenerator(
            seed: person.seed,
            purpose: gadget.purpose(.delivery),
            day: day
        )
        let recorded = person.day(day, of: gadget)
        let early = recorded.corrections.filter(\.isEarly).map(\.draft)
        let first = early.isEmpty ? [] : [SyncAction(app: gadget.app, content: .samples(early))]
        return first
            + batches(recorded, size).enumerated().map { part, drafts in
                SyncAction(
                    app: gadget.app,
                    content: .samples(drafts),
                    name: random.chance(0.5) ? "\(gadget.kind)-\(day)-\(part)" : nil,
                    sends: random.chance(0.05) ? 2 : 1
                )
            }
    }

    /// The day's samples in the order in which they are sent, which is not that of their starts.
    private func batches(_ recorded: GadgetDay, _ size: Int) -> [[SampleDraft]] {
        let ordered = recorded.recordings.enumerated().sorted { left, right in
            (left.element.sent, left.offset) < (right.element.sent, right.offset)
        }.map(\.element.draft)
        return stride(from: 0, to: ordered.count, by: size).map { start in
            Array(ordered[start..<min(start + size, ordered.count)])
        }
    }

    /// The corrections and deletions of a day, and something deleted that comes once more.
    private func followUps(
        _ recorded: GadgetDay,
        of gadget: Gadget
    ) -> [SyncAction] {
        var actions: [SyncAction] = []
        let corrections = recorded.corrections.filter { !$0.isEarly }.map(\.draft)
        if !corrections.isEmpty {
            actions.append(SyncAction(app: gadget.app, content: .samples(corrections)))
        }
        guard let removal = recorded.removals.first else { return actions }
        let removed = recorded.removals.compactMap { recorded.recordings[$0].draft.uuid }
        actions.append(SyncAction(app: gadget.app, content: .deletions(removed), sends: 2))
        actions.append(
            SyncAction(
                app: gadget.app,
                content: .samples([recorded.recordings[removal].draft]),
                expectedRefusals: 1
            )
        )
        return actions
    }
}

/// When things about a gadget's day are sent, as civil days.
private struct Schedule {
    /// When the samples are sent.
    let delivery: Int
    /// When what is corrected or deleted of them is sent.
    let followUp: Int
    /// When all are sent once more, as from a backup; nil for most days.
    let repetition: Int?

    init(person: SimulatedPerson, gadget: Gadget, day: Int) {
        let lateness = Lateness(
            longest: gadget.longestDelay,
            seed: person.seed,
            purpose: gadget.purpose(.lateness)
        )
        delivery = day + lateness[day]
        var random = SeededGenerator(
            seed: person.seed,
            purpose: gadget.purpose(.delivery),
            day: ~day
        )
        followUp = delivery + random.whole(1...3)
        repetition = random.chance(0.02) ? delivery + random.whole(1...3) : nil
    }
}
