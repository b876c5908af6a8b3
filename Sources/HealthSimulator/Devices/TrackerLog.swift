/// What the wristband's app writes: steps, distance and energy by quarter or half hour.
extension DayLog {
    /// Adds a day of the tracker; its pieces are aligned to the clock and empty ones are left out.
    ///
    /// The app writes the whole day at once, in the night after it, so `created` is the same for all
    /// of it.
    mutating func addTrackerSamples(of truth: DayTruth) {
        let length = random.chance(0.5) ? 900 : 1800
        let written = 86400 + random.whole(0...3600)
        let error = random.normal(mean: 1.08, deviation: 0.06)
        for start in stride(from: 0, to: 86400, by: length) {
            let seconds = start..<start + length
            let count = (truth.steps(in: seconds) * error).rounded(.down)
            guard count >= 1 else { continue }
            let delay = written - seconds.upperBound
            add(SampleType.steps, count, "count", over: seconds, delay: delay)
            add(SampleType.distance, (count * 0.7).rounded(), "m", over: seconds, delay: delay)
            add(SampleType.energy, (count * 0.19).rounded(), "kJ", over: seconds, delay: delay)
        }
    }
}
