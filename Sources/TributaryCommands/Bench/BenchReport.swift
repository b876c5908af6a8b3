import JSON

/// What a run of the benchmark found: seconds of each repetition, and what follows from them.
struct BenchReport: Sendable {
    let plan: BenchPlan
    var copy: [Double] = []
    var push: [Double] = []
    var repush: [Double] = []
    var bareRead: [Double] = []
    var yearRead: [Double] = []

    init(plan: BenchPlan) {
        self.plan = plan
    }

    /// The figures by name, each with its unit.
    private var figures: [(name: String, value: Double, unit: String)] {
        let samples = Double(plan.samples)
        return [
            ("raw binary COPY", samples / copy.median, "rows/s"),
            ("push over HTTP, durable", samples / push.median, "samples/s"),
            ("push again, all known", samples / repush.median, "samples/s"),
            ("push / COPY", ratio(copy, push), ""),
            ("push again / push", ratio(push, repush), ""),
            ("bare round trip for one row", bareRead.median * 1e6, "us"),
            ("daily totals of a year", yearRead.median * 1e6, "us"),
            ("daily totals / bare round trip", yearRead.median / bareRead.median, ""),
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
        for (name, value, unit) in figures {
            let padding = String(repeating: " ", count: width - name.count)
            text += "  \(name)\(padding)  \(Self.rounded(value)) \(unit)\n"
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
        for (name, value, unit) in figures {
            writer.beginObject()
            writer.member("name", name)
            writer.member("value", orNull: value)
            writer.member("unit", unit)
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

    private static func rounded(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    }
}

extension [Double] {
    /// The middle value; 0 of none.
    fileprivate var median: Double {
        let sorted = sorted()
        return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
