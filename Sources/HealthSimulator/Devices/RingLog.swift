/// What the ring's app writes: steps by active half hour.
extension DayLog {
    /// Adds a day of the ring.
    mutating func addRingSamples(of truth: DayTruth) {
        let error = random.normal(mean: 0.9, deviation: 0.08)
        for start in stride(from: 0, to: 86400, by: 1800) {
            let seconds = start..<start + 1800
            let count = (truth.steps(in: seconds) * error).rounded(.down)
            guard count >= 6 else { continue }
            let delay = random.whole(600...5400)
            add(SampleType.steps, count, "count", over: seconds, delay: delay)
        }
    }
}

/// Flights of stairs.
extension DayLog {
    /// Adds 1 to 13 flights that the phone noticed, each at one instant, as older phones have them.
    mutating func addPhoneFlights(of truth: DayTruth) {
        for spell in truth.spells where spell.isPhoneCarried && random.chance(0.2) {
            let second = random.whole(spell.seconds.lowerBound...spell.seconds.upperBound - 1)
            let count = Double(random.chance(0.85) ? 1 : random.whole(2...3))
            let delay = random.whole(30...900)
            add(SampleType.flights, count, "count", over: second..<second, delay: delay)
        }
    }

    /// Adds flights that the watch noticed, over some seconds up to minutes.
    mutating func addWatchFlights(of truth: DayTruth) {
        for spell in truth.spells where spell.kind != .crumb && random.chance(0.35) {
            let seconds = part(of: spell.seconds, lasting: random.whole(2...400))
            guard truth.isWatchWorn(in: seconds) else { continue }
            let count = Double(random.chance(0.85) ? 1 : 2)
            let delay = random.whole(12...783)
            add(SampleType.flights, count, "count", over: seconds, delay: delay)
        }
    }
}
