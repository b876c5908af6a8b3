/// One line of the report: what was measured in each repetition, beside its baseline.
struct BenchFigure: Sendable {
    /// A figure divided by its baseline, repetition by repetition: the machine's mood divides out.
    struct Ratio: Sendable {
        /// What it was divided by.
        let baseline: String
        /// The quotients.
        let spread: BenchSpread
    }

    /// What was measured.
    private(set) var name: String
    /// Of what; empty for a number of nothing.
    let unit: String
    /// How much it was.
    let spread: BenchSpread
    /// How it stands to its baseline; nil for a baseline and for what has none.
    let ratio: Ratio?

    /// A figure without a baseline.
    init(_ name: String, _ values: [Double], _ unit: String = "") {
        self.name = name
        self.unit = unit
        spread = BenchSpread(values)
        ratio = nil
    }

    /// A figure with its baseline, of which there is one value for each of the figure's.
    init(
        _ name: String,
        _ values: [Double],
        _ unit: String,
        over baseline: String,
        _ baselines: [Double]
    ) {
        self.name = name
        self.unit = unit
        spread = BenchSpread(values)
        ratio = Ratio(
            baseline: baseline,
            spread: BenchSpread(zip(values, baselines).map { $0 / $1 })
        )
    }

    /// The same figure under another name.
    func named(_ name: String) -> BenchFigure {
        var figure = self
        figure.name = name
        return figure
    }
}
