/// What a run of the benchmark found.
struct BenchReport: Sendable {
    /// How much was done.
    let plan: BenchPlan
    /// On what.
    var facts = BenchFacts()
    /// The figures of each section, in the order they were measured.
    var sections: [(section: BenchSection, figures: [BenchFigure])] = []

    /// Makes a report without figures.
    init(plan: BenchPlan) {
        self.plan = plan
    }

    /// A table for people, of each section one.
    func table() -> String {
        var lines =
            facts.lines + [
                "\(plan.repetitions) repetitions; the median, the least and the greatest of each"
            ]
        for (section, figures) in sections {
            var table = TextTable(Self.columns(section))
            for figure in figures { table.append(Self.row(figure)) }
            lines += [""] + table.lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func columns(
        _ section: BenchSection
    ) -> [(title: String, side: TextTable.Side)] {
        [
            (section.rawValue, .left), ("median", .right), ("", .left), ("spread", .left),
            ("ratio", .right), ("spread", .left), ("to", .left),
        ]
    }

    private static func row(_ figure: BenchFigure) -> [String] {
        let value = figure.spread
        let start = [figure.name, text(value.median), figure.unit, range(value)]
        guard let ratio = figure.ratio else { return start + ["", "", ""] }
        return start + [text(ratio.spread.median), range(ratio.spread), ratio.baseline]
    }

    private static func range(_ spread: BenchSpread) -> String {
        "\(text(spread.least)) .. \(text(spread.greatest))"
    }

    /// Three or so digits, which is more than a benchmark knows.
    private static func text(_ value: Double?) -> String {
        let size = value?.magnitude ?? 0
        let places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
        return NumberText.decimal(value, places: places)
    }
}
