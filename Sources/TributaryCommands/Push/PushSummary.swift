import HealthOutbox
import JSON

/// What a run of `tributary push` did.
struct PushSummary: Sendable {
    /// The outbox.
    let directory: String
    /// How many files were taken.
    var files = 0
    /// Which files were not, or not whole, and why.
    var setAside: [String] = []
    /// What became of what was sent.
    var tally = OutboxTally()
    /// How many batches wait to be sent.
    var waiting = 0
    /// Why it could not go on; nil where it could.
    var failure: String?

    /// Makes the summary of a run that has done nothing yet.
    init(directory: String) {
        self.directory = directory
    }

    /// Whether everything was sent, and nothing refused or damaged.
    var isClean: Bool { waiting == 0 && failure == nil && setAside.isEmpty && tally.isClean }

    /// For people.
    var text: String {
        var table = TextTable([("", .left), ("samples", .right), ("deletions", .right)])
        for outcome in PushAnswer.Outcome.allCases {
            let (pushed, deleted) = (tally.samples[outcome] ?? 0, tally.deletions[outcome] ?? 0)
            guard pushed + deleted > 0 else { continue }
            let name = outcome == .stored ? "done" : outcome.rawValue
            table.append([name, NumberText.whole(pushed), NumberText.whole(deleted)])
        }
        var lines = tally.batches > 0 ? table.lines + [""] : []
        lines.append(
            "\(Self.count(files, "file", "files")) taken,"
                + " \(Self.count(tally.batches, "batch", "batches")) sent,"
                + " \(NumberText.whole(waiting)) waiting"
        )
        if !tally.refusals.isEmpty {
            lines.append("refused, and kept in \(directory)/rejected: \(tally.reasons)")
        }
        let damaged = tally.damagedFiles + setAside.count
        if damaged > 0 {
            let verb = damaged == 1 ? "is" : "are"
            lines.append(
                "\(Self.count(damaged, "file", "files")) \(verb) in \(directory)/damaged"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(NumberText.whole(number)) \(number == 1 ? one : many)"
    }

    /// The same as one JSON object on one line.
    ///
    /// `{complete,error,files,batches,waiting,samples:{stored,...},deletions:{deleted,duplicate,
    /// rejected},refused:{code:count},setAside:[...],damaged}`.
    var json: String {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.key("complete")
        writer.boolean(isClean)
        writer.member("error", failure)
        writer.member("files", files)
        writer.member("batches", tally.batches)
        writer.member("waiting", waiting)
        writer.counts(
            "samples",
            PushAnswer.Outcome.allCases.map { outcome in
                (outcome.rawValue, tally.samples[outcome] ?? 0)
            }
        )
        writer.counts(
            "deletions",
            [
                ("deleted", tally.deletions[.stored] ?? 0),
                ("duplicate", tally.deletions[.duplicate] ?? 0),
                ("rejected", tally.deletions[.rejected] ?? 0),
            ]
        )
        writer.counts(
            "refused",
            tally.refusals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        )
        writer.key("setAside")
        writer.beginArray()
        for text in setAside { writer.string(text) }
        writer.endArray()
        writer.member("damaged", tally.damagedFiles)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}

extension OutboxTally {
    /// How often something was refused for each reason, for people.
    var reasons: String {
        refusals.sorted { $0.key < $1.key }
            .map { "\($0.key) \(NumberText.whole($0.value))" }
            .joined(separator: ", ")
    }
}

extension JSONWriter {
    /// Writes a key with an object of numbers.
    fileprivate mutating func counts(_ name: String, _ counts: [(name: String, count: Int)]) {
        key(name)
        beginObject()
        for (name, count) in counts { member(name, count) }
        endObject()
    }
}
