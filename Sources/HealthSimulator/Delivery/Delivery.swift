import HealthModel

/// Brings the samples of a device into the batches it sends.
struct Delivery {
    private var random: SeededGenerator

    /// Prepares the draws of one device.
    init(random: SeededGenerator) {
        self.random = random
    }

    /// Sorts by the time of sending and cuts into batches of at most `size` samples.
    ///
    /// Some batches are sent again later, exactly as they were, as after an answer that got lost;
    /// at least one is when there is any.
    mutating func batches(_ recordings: [Recording], size: Int) -> [[SampleDraft]] {
        let ordered = recordings.enumerated().sorted { left, right in
            (left.element.sent, left.offset) < (right.element.sent, right.offset)
        }
        let drafts = ordered.map(\.element.draft)
        let plain = stride(from: 0, to: drafts.count, by: size).map { start in
            Array(drafts[start..<min(start + size, drafts.count)])
        }
        guard !plain.isEmpty else { return [] }
        let certain = random.whole(0...plain.count - 1)
        var result: [[SampleDraft]] = []
        for (index, batch) in plain.enumerated() {
            result.append(batch)
            guard index == certain || random.chance(0.05) else { continue }
            result.append(plain[random.whole(max(0, index - 3)...index)])
        }
        return result
    }
}

/// Which days of a device are sent late, and by how many days.
struct Lateness {
    private let daysLate: [Int]

    /// Draws for each day; with three days or more at least one is late.
    ///
    /// No day is sent after the last day's evening has passed, so that what is late still arrives
    /// among what is not.
    init(days: Int, longest: Int, random: SeededGenerator) {
        var random = random
        let certain = days >= 3 ? random.whole(0...days - 3) : -1
        daysLate = (0..<days).map { day in
            let bound = min(longest, days - 1 - day)
            guard bound >= 1, day == certain || random.chance(0.1) else { return 0 }
            return random.whole(1...bound)
        }
    }

    /// The number of days that a day is sent late.
    subscript(day: Int) -> Int { daysLate[day] }
}
