import JSON

/// The report for programs, to be kept.
extension BenchReport {
    /// Writes it on one line.
    func json() -> String {
        var writer = JSONWriter(capacity: 16_384)
        writer.beginObject()
        facts.write(to: &writer)
        writer.key("plan")
        plan.write(to: &writer)
        writer.key("sections")
        writer.beginArray()
        for (section, figures) in sections {
            writer.beginObject()
            writer.member("name", section.rawValue)
            writer.key("figures")
            writer.beginArray()
            for figure in figures { figure.write(to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}

extension BenchPlan {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("repetitions", repetitions)
        writer.member("samples", samples)
        writer.member("connections", connections)
        writer.member("reads", reads)
        writer.member("historyDays", historyDays)
        writer.member("scale", scale)
        writer.member("users", users)
        writer.endObject()
    }
}

extension BenchFigure {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("unit", unit)
        spread.write(to: &writer)
        if let ratio {
            writer.key("ratio")
            writer.beginObject()
            writer.member("to", ratio.baseline)
            ratio.spread.write(to: &writer)
            writer.endObject()
        }
        writer.endObject()
    }
}

extension BenchSpread {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("median", orNull: median)
        writer.member("least", orNull: least)
        writer.member("greatest", orNull: greatest)
    }
}
