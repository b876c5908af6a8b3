import HealthModel

/// The workouts that the watch records.
extension DayLog {
    /// Adds the longest walk or run of the day as a workout, where the watch saw all of it.
    ///
    /// Runs of five minutes always count as workouts, walks of a quarter of an hour on most days. A longer one has
    /// a pause in it, or a lap.
    mutating func addWorkout(of truth: DayTruth) {
        let isTraining = random.chance(0.8)
        let seen = truth.spells.filter { truth.isWatchWorn(in: $0.seconds) }
        let runs = seen.filter { $0.kind == .run && $0.minutes.count >= 5 }
        let walks = seen.filter { $0.kind == .walk && $0.minutes.count >= 15 && isTraining }
        let candidates = runs.isEmpty ? walks : runs
        guard let spell = candidates.max(by: { $0.minutes.count < $1.minutes.count }) else {
            return
        }
        let events = events(in: spell)
        let steps = truth.steps(in: spell.seconds)
        let workout = WorkoutDraft(
            activityType: .named(spell.kind == .run ? "running" : "walking"),
            duration: Double(spell.seconds.count - events.pause),
            totalEnergyBurned: QuantityDraft(value: rounded(steps * 0.055), unit: "kcal"),
            totalDistance: QuantityDraft(value: rounded(steps * 0.74 / 1000), unit: "km"),
            events: events.drafts
        )
        add(
            SampleType.workout,
            .workout(workout),
            over: spell.seconds,
            delay: random.whole(5...120),
            metadata: ["HKIndoorWorkout": .boolean(false)]
        )
    }

    /// Draws what happens in a workout, and how many seconds of it are a pause.
    private mutating func events(in spell: Spell) -> (drafts: [WorkoutEventDraft], pause: Int) {
        let seconds = spell.seconds
        let middle = seconds.lowerBound + seconds.count / 2
        guard seconds.count >= 1200, random.chance(0.5) else {
            let lap = WorkoutEventDraft(type: .named("lap"), start: time(ofDay: middle))
            return ([lap], 0)
        }
        let pause = random.whole(30...180)
        let events = [("pause", middle), ("resume", middle + pause)].map { name, second in
            WorkoutEventDraft(type: .named(name), start: time(ofDay: second))
        }
        return (events, pause)
    }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
