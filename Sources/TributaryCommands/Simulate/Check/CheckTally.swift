/// What was compared with a server, and what differed.
struct CheckTally: Sendable, Equatable {
    /// How many numbers were compared.
    private(set) var comparisons = 0
    /// A line for each that differed.
    private(set) var differences: [String] = []

    /// Compares a number with what was found; nil stands for no data.
    ///
    /// Sums of the same numbers in another order may differ in the last bits.
    ///
    /// - Parameter place: What the number is about, for people.
    mutating func compare(_ expected: Double?, _ found: Double?, _ place: () -> String) {
        comparisons += 1
        guard !Self.agree(expected, found) else { return }
        differences.append(
            "\(place()): expected \(Self.text(expected)), found \(Self.text(found))"
        )
    }

    /// Compares counts.
    mutating func compare(_ expected: Int, _ found: Int, _ place: () -> String) {
        comparisons += 1
        guard expected != found else { return }
        differences.append("\(place()): expected \(expected), found \(found)")
    }

    /// Adds what was compared elsewhere.
    mutating func add(_ other: CheckTally) {
        comparisons += other.comparisons
        differences += other.differences
    }

    private static func agree(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return (left - right).magnitude <= 1e-9 * max(1, left.magnitude, right.magnitude)
    }

    private static func text(_ number: Double?) -> String {
        number.map { "\($0)" } ?? "no data"
    }
}
