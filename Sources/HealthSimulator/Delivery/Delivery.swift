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
///
/// What is drawn for a day depends on no other day, so that a longer simulation begins like a
/// shorter one. What would be late beyond the last day is sent at the end.
struct Lateness {
    private let longest: Int
    private let seed: UInt64
    private let purpose: UInt64
    private let phase: Int

    /// Prepares the draws of one device: every fourth day is late, and one in ten of the others.
    init(longest: Int, seed: UInt64, purpose: UInt64) {
        self.longest = longest
        self.seed = seed
        self.purpose = purpose
        var random = SeededGenerator(seed: seed, purpose: purpose)
        phase = random.whole(0...3)
    }

    /// The number of days that a day, counted from 1970, is sent late.
    subscript(day: Int) -> Int {
        var random = SeededGenerator(seed: seed, purpose: purpose, day: day)
        let isLate = random.chance(0.1) || (day + phase).isMultiple(of: 4)
        return isLate ? random.whole(1...longest) : 0
    }
}
