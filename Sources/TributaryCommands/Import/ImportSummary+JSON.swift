import HealthImport
import HealthModel
import HealthOutbox
import JSON

extension ImportSummary {
    /// The account as one JSON object on one line.
    ///
    /// `{file,dryRun,complete,error,records,stored,...,unanswered,types:[...],refused:[...],
    /// characteristics,skipped:[...],notImported}`.
    var json: String {
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.member("file", file)
        writer.key("dryRun")
        writer.boolean(isDryRun)
        writer.key("complete")
        writer.boolean(result.failure == nil)
        writer.member("error", result.failure.map { "\($0)" })
        writer.member("records", result.tally.records)
        for outcome in jsonOutcomes {
            writer.member(outcome.rawValue, result.tally.total(outcome))
        }
        if !isDryRun { writer.member("unanswered", result.tally.unanswered) }
        writeTypes(to: &writer)
        writeRefusals(to: &writer)
        writeSkips(to: &writer)
        writeCharacteristics(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private var jsonOutcomes: [PushAnswer.Outcome] {
        isDryRun ? [] : PushAnswer.Outcome.allCases
    }

    private func writeTypes(to writer: inout JSONWriter) {
        writer.key("types")
        writer.beginArray()
        for (type, counts) in result.tally.types.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.member("type", type)
            writer.member("records", counts.records)
            for outcome in jsonOutcomes {
                writer.member(outcome.rawValue, counts.outcomes[outcome] ?? 0)
            }
            writer.member("first", RFC3339.format(counts.first))
            writer.member("last", RFC3339.format(counts.last))
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeRefusals(to writer: inout JSONWriter) {
        writer.key("refused")
        writer.beginArray()
        for (code, refusal) in result.tally.refusals.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.member("code", code)
            writer.member("count", refusal.count)
            writer.key("examples")
            writer.beginArray()
            for example in refusal.examples { writer.string(example) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    /// Writes the names of what the export says of the person, and whether it was imported.
    private func writeCharacteristics(to writer: inout JSONWriter) {
        guard let report = result.report else { return }
        let found = ExportedCharacteristics(report.characteristics)
        writer.key("characteristics")
        writer.beginObject()
        writer.key("imported")
        writer.boolean(result.hasCharacteristics)
        for (name, list) in [
            ("set", found.values.keys.sorted()), ("notSet", found.notSet),
            ("unknown", found.unknown),
        ] {
            writer.key(name)
            writer.beginArray()
            for characteristic in list { writer.string(characteristic) }
            writer.endArray()
        }
        writer.endObject()
    }

    private func writeSkips(to writer: inout JSONWriter) {
        guard let report = result.report else { return }
        writer.key("skipped")
        writer.beginArray()
        for (reason, skip) in report.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.beginObject()
            writer.member("reason", reason.rawValue)
            writer.member("count", skip.count)
            writer.key("examples")
            writer.beginArray()
            for example in skip.examples {
                writer.beginObject()
                writer.member("line", example.line)
                writer.member("detail", example.detail)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.key("notImported")
        writer.beginObject()
        for (name, count) in report.notImported.sorted(by: { $0.key < $1.key }) {
            writer.member(name, count)
        }
        writer.endObject()
    }
}
