import JSON

/// What a run of the benchmark found: seconds of each repetition, and what follows from them.
struct BenchReport: Sendable {
    let plan: BenchPlan
    var copy: [Double] = []
    var push: [Double] = []
    var repush: [Double] = []
    var reads = BenchReads()
    var engine: [BenchFigure] = []

    init(plan: BenchPlan) {
        self.plan = plan
    }

    private var figures: [BenchFigure] { ingest + reads.figures + engine }

    private var ingest: [BenchFigure] {
        let samples = Double(plan.samples)
        return [
            BenchFigure("raw binary COPY", samples / copy.median, "rows/s"),
            BenchFigure("push over HTTP, durable", samples / push.median, "samples/s"),
            BenchFigure("push again, all known", samples / repush.median, "samples/s"),
            BenchFigure("push / COPY", ratio(copy, push)),
            BenchFigure("push again / push", ratio(push, repush)),
        ]
    }

    /// The median of the ratios of each repetition: the machine's mood divides out.
    private func ratio(_ baseline: [Double], _ measured: [Double]) -> Double {
        zip(baseline, measured).map { $0 / $1 }.median
    }

    /// A table for people.
    func table() -> String {
        let width = figures.map(\.name.count).max() ?? 0
        var text =
            "\(plan.repetitions) repetitions of \(plan.samples) samples,"
            + " \(plan.connections) connections, batches of \(BenchPlan.batchSize)\n"
        for figure in figures {
            let padding = String(repeating: " ", count: width - figure.name.count)
            text += "  \(figure.name)\(padding)  \(Self.rounded(figure.value)) \(figure.unit)\n"
        }
        text += "  spread of push / COPY: \(Self.rounded(spread.least))"
        return text + " to \(Self.rounded(spread.greatest))\n"
    }

    /// The same for programs, on one line.
    func json() -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.member("samples", plan.samples)
        writer.member("repetitions", plan.repetitions)
        writer.member("connections", plan.connections)
        writer.key("figures")
        writer.beginArray()
        for figure in figures {
            writer.beginObject()
            writer.member("name", figure.name)
            writer.member("value", orNull: figure.value)
            writer.member("unit", figure.unit)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private var spread: (least: Double, greatest: Double) {
        let ratios = zip(copy, push).map { $0 / $1 }
        return (ratios.min() ?? 0, ratios.max() ?? 0)
    }

    private static func rounded(_ value: Double?) -> String {
        guard let value else { return "-" }
        return value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    }
}
