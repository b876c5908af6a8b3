/// What the watch records while it is worn: steps, distance, active energy and heart rate.
extension DayLog {
    /// Adds a day of the watch; none when it is not worn.
    mutating func addWatchSamples(of truth: DayTruth) {
        guard !truth.watchWear.isEmpty else { return }
        addWatchSteps(of: truth)
        for wear in truth.watchWear {
            addEnergy(of: truth, during: wear)
            addHeartRates(of: truth, during: wear)
        }
    }

    /// Adds 127 to 163 step samples: one for each crumb, the others spread over the longer spells.
    private mutating func addWatchSteps(of truth: DayTruth) {
        let worn = truth.spells.filter { truth.isWatchWorn(in: $0.seconds) }
        let crumbs = worn.filter { $0.kind == .crumb }
        let longer = worn.filter { $0.kind != .crumb }
        for crumb in crumbs {
            let seconds = part(of: crumb.seconds, lasting: random.whole(5...55))
            addWatchSample(over: seconds, steps: truth.steps(in: crumb.seconds))
        }
        let wanted = Double(max(longer.count, random.whole(127...163) - crumbs.count))
        let length = longer.reduce(0) { $0 + $1.seconds.count }
        for spell in longer {
            let count = (wanted * Double(spell.seconds.count) / Double(max(1, length))).rounded()
            for piece in pieces(of: spell.seconds, count: max(1, Int(count))) {
                addWatchSample(over: piece, steps: truth.steps(in: piece))
            }
        }
    }

    /// Cuts a spell into pieces with gaps, covering about seven tenths of it.
    ///
    /// Three quarters of the pieces are short, one in ten lasts minutes; a quarter of the gaps is
    /// empty. Pieces are sorted and do not overlap.
    private mutating func pieces(of seconds: Range<Int>, count: Int) -> [Range<Int>] {
        let lengths = (0..<count).map { _ in pieceWeight() }
        let gaps = (0...count).map { _ in random.chance(0.25) ? 0 : random.uniform(0.1..<1) }
        let covered = Double(seconds.count) * random.uniform(0.66..<0.78)
        let lengthScale = covered / lengths.reduce(0, +)
        let gapScale = (Double(seconds.count) - covered) / max(0.1, gaps.reduce(0, +))
        var position = Double(seconds.lowerBound)
        var result: [Range<Int>] = []
        for (length, gap) in zip(lengths, gaps) {
            let start = position + gap * gapScale
            position = start + length * lengthScale
            let end = min(seconds.upperBound, Int(min(position, start + 599)))
            if Int(start) < end { result.append(Int(start)..<end) }
        }
        return result
    }

    private mutating func pieceWeight() -> Double {
        switch random.uniform(0..<1) {
        case ..<0.75: random.uniform(2..<56)
        case ..<0.9: random.uniform(56..<333)
        default: random.uniform(333..<599)
        }
    }

    private mutating func addWatchSample(over seconds: Range<Int>, steps: Double) {
        let arm = random.uniform(0.01..<0.03)
        let count = max(1, (steps * (random.normal(mean: 1.02, deviation: 0.03) + arm)).rounded())
        let delay = random.whole(12...783)
        add(SampleType.steps, count, "count", over: seconds, delay: delay)
        // A fifth of the distances is cut otherwise than the steps; inside keeps them apart.
        let isShifted = random.chance(0.2) && seconds.count > 4
        let over = isShifted ? seconds.lowerBound + 1..<seconds.upperBound - 1 : seconds
        let stride = max(0.4, random.normal(mean: 0.74, deviation: 0.05))
        let miles = count * stride / 1609.344
        add(SampleType.distance, miles, "mi", over: over, delay: delay)
    }

    /// Adds active energy in pieces of 61 s without a gap.
    private mutating func addEnergy(of truth: DayTruth, during wear: Range<Int>) {
        var start = wear.lowerBound
        while start + 61 <= wear.upperBound {
            let seconds = start..<start + 61
            let rest = random.uniform(0.1..<0.35)
            let kilocalories = rest + truth.steps(in: seconds) * 0.045
            let delay = random.whole(12...783)
            add(SampleType.energy, kilocalories, "kcal", over: seconds, delay: delay)
            start += 61
        }
    }

    /// Adds a heart rate about every five minutes, and every 5 s on a run.
    private mutating func addHeartRates(of truth: DayTruth, during wear: Range<Int>) {
        var second = wear.lowerBound + random.whole(1...200)
        while second < wear.upperBound {
            let isRunning = truth.cadence[second / 60] >= 140
            let effort = truth.cadence[second / 60] * 0.45
            let rate = max(42, (56 + effort + random.normal(mean: 0, deviation: 5)).rounded())
            let delay = random.whole(12...600)
            add(SampleType.heartRate, rate, "count/min", over: second..<second, delay: delay)
            second += isRunning ? 5 : random.whole(140...440)
        }
    }
}
