/// Where the values of repetitions lie.
struct BenchSpread: Sendable {
    /// The middle; nil where there is no number.
    let median: Double?
    /// The smallest.
    let least: Double?
    /// The greatest.
    let greatest: Double?

    /// Looks at values; those that are no numbers are left out.
    init(_ values: [Double]) {
        let finite = values.filter(\.isFinite)
        median = finite.isEmpty ? nil : finite.median
        least = finite.min()
        greatest = finite.max()
    }
}

extension [Double] {
    /// The middle value; 0 of none.
    var median: Double {
        let sorted = sorted()
        return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// The smallest value that so many of a hundred do not exceed (nearest rank); 0 of none.
    func percentile(_ percent: Double) -> Double {
        let rank = (percent / 100 * Double(count)).rounded(.up)
        return isEmpty ? 0 : sorted()[Swift.min(Swift.max(Int(rank), 1), count) - 1]
    }
}
