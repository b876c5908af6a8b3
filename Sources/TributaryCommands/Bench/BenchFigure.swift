/// One line of the report.
struct BenchFigure: Sendable {
    /// What was measured.
    let name: String
    /// How much it was; nil where it is no number, as nothing was measured.
    let value: Double?
    /// Of what; empty for a ratio.
    let unit: String

    /// Joins a name, a value and its unit.
    init(_ name: String, _ value: Double, _ unit: String = "") {
        self.name = name
        self.value = value.isFinite ? value : nil
        self.unit = unit
    }
}

extension [Double] {
    /// The middle value; 0 of none.
    var median: Double {
        let sorted = sorted()
        return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
