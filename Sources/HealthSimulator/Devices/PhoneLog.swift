/// What the phone records while it is carried: steps, and the distance over the same time.
extension DayLog {
    /// Cuts the carried spells into samples.
    ///
    /// More than half of them last 200 to 600 s, the others under a minute; within a spell each
    /// begins where the one before ended, and no two overlap.
    mutating func addPhoneSamples(of truth: DayTruth) {
        for spell in truth.spells where spell.isPhoneCarried {
            if spell.kind == .crumb {
                let seconds = part(of: spell.seconds, lasting: random.whole(2...55))
                addPhoneSample(over: seconds, steps: truth.steps(in: spell.seconds))
                continue
            }
            var start = spell.seconds.lowerBound
            while start < spell.seconds.upperBound {
                let rest = spell.seconds.upperBound - start
                let drawn = random.chance(0.6) ? random.whole(200...690) : random.whole(2...60)
                // What would be too short for a sample of its own belongs to this one.
                let length = rest - min(600, drawn) < 2 ? rest : min(600, drawn)
                let seconds = start..<start + length
                addPhoneSample(over: seconds, steps: truth.steps(in: seconds))
                start = seconds.upperBound
            }
        }
    }

    private mutating func addPhoneSample(over seconds: Range<Int>, steps: Double) {
        let count = (steps * random.normal(mean: 1, deviation: 0.03)).rounded()
        let isLate = random.chance(0.01)
        let delay = isLate ? random.whole(2 * 3600...9 * 3600) : random.whole(30...900)
        add(SampleType.steps, max(1, count), "count", over: seconds, delay: delay)
        guard random.chance(0.97) else { return }
        let stride = max(0.4, random.normal(mean: 0.73, deviation: 0.09))
        add(
            SampleType.distance,
            max(1, count) * stride / 1000,
            "km",
            over: seconds,
            delay: delay
        )
    }

    /// A part of some seconds, of the given length, anywhere inside.
    mutating func part(of seconds: Range<Int>, lasting length: Int) -> Range<Int> {
        let length = min(length, seconds.count)
        let start = random.whole(seconds.lowerBound...seconds.upperBound - length)
        return start..<start + length
    }
}

/// The identifiers of the types that are simulated.
enum SampleType {
    static let steps = "HKQuantityTypeIdentifierStepCount"
    static let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
    static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    static let heartRate = "HKQuantityTypeIdentifierHeartRate"
}
