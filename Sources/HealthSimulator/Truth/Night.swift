/// A night as it really was; seconds are of the day on which it ends, negative before midnight.
struct Night: Hashable, Sendable {
    /// What the person does for a while.
    struct Phase: Hashable, Sendable {
        /// When, in seconds of the day.
        let seconds: Range<Int>
        /// The name of the category value.
        let stage: String
    }

    /// When the person lies in bed, sorted, without overlap; two stretches after getting up once.
    let inBed: [Range<Int>]
    /// From falling asleep to waking up, without gap or overlap.
    let phases: [Phase]
    /// Whether the watch is worn in bed.
    let isWatchWorn: Bool
}

/// Draws a night.
///
/// To bed and up at the hours of the habit; cycles of core, deep and
/// REM sleep of about an hour and a half, with less deep and more REM sleep towards the morning.
struct NightPlan {
    private var random: SeededGenerator
    private let rhythm: Rhythm

    /// Prepares a night of a seed.
    init(seed: UInt64, day: Int, rhythm: Rhythm) {
        self.rhythm = rhythm
        random = SeededGenerator(seed: seed, purpose: 2, day: day)
    }

    /// Draws the night.
    mutating func night() -> Night {
        let toBed = random.whole(rhythm.toBed)
        let up = random.whole(rhythm.up)
        let asleep = toBed + random.whole(300...2100)
        let awake = up - random.whole(60...900)
        return Night(
            inBed: inBed(from: toBed, to: up),
            phases: phases(from: asleep, to: awake),
            isWatchWorn: random.chance(0.85)
        )
    }

    private mutating func inBed(from toBed: Int, to up: Int) -> [Range<Int>] {
        guard random.chance(0.25) else { return [toBed..<up] }
        let out = random.whole(toBed + 7200...up - 3600)
        return [toBed..<out, out + random.whole(120...600)..<up]
    }

    private mutating func phases(from asleep: Int, to awake: Int) -> [Night.Phase] {
        var phases: [Night.Phase] = []
        var position = asleep
        var cycle = 0
        while position < awake {
            for (stage, minutes) in cycleParts(cycle) where position < awake {
                let end = min(awake, position + minutes * 60 + random.whole(0...59))
                phases.append(Night.Phase(seconds: position..<end, stage: stage))
                position = end
            }
            cycle += 1
        }
        return phases
    }

    private mutating func cycleParts(_ cycle: Int) -> [(stage: String, minutes: Int)] {
        var parts = [
            ("asleepCore", random.whole(15...30)),
            ("asleepDeep", max(3, random.whole(20...40) - 9 * cycle)),
            ("asleepCore", random.whole(12...25)),
            ("asleepREM", random.whole(8...16) + 6 * cycle),
        ]
        if random.chance(0.5) { parts.append(("awake", random.whole(1...6))) }
        return parts
    }
}
