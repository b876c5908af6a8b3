/// Draws what happens on a day.
///
/// The shares, lengths and cadences are those measured on real phones and watches: 4 to 9 walks a
/// day (log-normal, median 6 min, 90th percentile 25 min, 60 to 120 steps a minute, some of them
/// runs), slow moving about, and 20 to 50 crumbs of 5 to 30 steps, at the hours people walk.
struct DayPlan {
    private var random: SeededGenerator
    private var cadence = [Double](repeating: 0, count: 1440)
    private var spells: [Spell] = []
    private var nightPlan: NightPlan
    private let carriedShare: Double
    private let rhythm: Rhythm

    /// Prepares a day of a seed.
    init(seed: UInt64, day: Int, rhythm: Rhythm = Rhythm()) {
        self.rhythm = rhythm
        random = SeededGenerator(seed: seed, purpose: 1, day: day)
        nightPlan = NightPlan(seed: seed, day: day, rhythm: rhythm)
        carriedShare = random.uniform(rhythm.carriedShare)
    }

    /// Draws the day.
    mutating func truth() -> DayTruth {
        for appointment in rhythm.appointments { keep(appointment) }
        for _ in 0..<random.whole(rhythm.walks) {
            let isRun = random.chance(rhythm.runShare)
            let length = random.logNormal(median: 6, upperDecile: 25)
            place(isRun ? .run : .walk, minutes: Int(min(90, max(1, length))))
        }
        for _ in 0..<random.whole(rhythm.potters) { place(.potter, minutes: random.whole(4...18)) }
        for _ in 0..<random.whole(rhythm.crumbs) { place(.crumb, minutes: 1) }
        let wear = watchWear()
        let sorted = spells.sorted { $0.minutes.lowerBound < $1.minutes.lowerBound }
        return DayTruth(
            cadence: cadence,
            spells: sorted,
            watchWear: wear,
            night: nightPlan.night()
        )
    }

    /// Puts a spell where no other is within a minute; gives up when the day is too full.
    private mutating func place(_ kind: Spell.Kind, minutes: Int) {
        for _ in 0..<30 {
            let start = drawStart()
            let end = start + minutes
            guard end < 1439, start > 0,
                cadence[(start - 1)...end].allSatisfy({ $0 == 0 })
            else { continue }
            fill(start..<end, as: kind)
            let share = kind == .crumb ? carriedShare * 0.35 : carriedShare
            let isCarried = random.chance(share)
            spells.append(Spell(kind: kind, minutes: start..<end, isPhoneCarried: isCarried))
            return
        }
    }

    /// Puts a spell where the habit has it, with the phone in the pocket on most days.
    private mutating func keep(_ appointment: Rhythm.Appointment) {
        let start = random.whole(appointment.start)
        let end = min(1438, start + random.whole(appointment.minutes))
        guard start > 0, start < end, cadence[(start - 1)...end].allSatisfy({ $0 == 0 }) else {
            return
        }
        fill(start..<end, as: appointment.kind)
        let isCarried = random.chance(0.85)
        spells.append(
            Spell(kind: appointment.kind, minutes: start..<end, isPhoneCarried: isCarried)
        )
    }

    private mutating func fill(_ minutes: Range<Int>, as kind: Spell.Kind) {
        let base =
            switch kind {
            case .walk: random.uniform(60..<120)
            case .run: random.uniform(150..<180)
            case .potter: random.uniform(8..<28)
            case .crumb: Double(random.whole(5...30))
            }
        for minute in minutes {
            let swing = kind == .crumb ? 1 : max(0.2, random.normal(mean: 1, deviation: 0.08))
            cadence[minute] = base * swing
        }
    }

    /// Draws a minute of the day by how much people walk at each hour.
    private mutating func drawStart() -> Int {
        let block = Rhythm.hours[random.index(weights: rhythm.shares)]
        return random.whole(block.lowerBound * 60...block.upperBound * 60 - 1)
    }

    /// Draws when the watch is worn: as the habit has it but for one time at the charger, or not at
    /// all.
    private mutating func watchWear() -> [Range<Int>] {
        guard !random.chance(0.08) else { return [] }
        let length = random.whole(40...90) * 60
        let start = random.whole(rhythm.charging)
        return rhythm.wear.flatMap { worn in
            [
                worn.lowerBound..<max(worn.lowerBound, min(start, worn.upperBound)),
                min(worn.upperBound, max(start + length, worn.lowerBound))..<worn.upperBound,
            ].filter { !$0.isEmpty }
        }
    }
}
