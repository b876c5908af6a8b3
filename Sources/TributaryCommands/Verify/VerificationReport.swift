import HealthModel
import HealthStore
import JSON

/// What a verification found, as people or as programs read it.
///
/// A sum is a health value: it is printed only where that was asked for.
struct VerificationReport {
    let isJSON: Bool
    let showsValues: Bool

    /// The line of a difference.
    func text(of finding: VerificationFinding) -> String {
        isJSON ? json(of: finding) : prose(of: finding)
    }

    /// The end of the report; `kinds` are those of which something is left as it was.
    func text(
        of summary: VerificationSummary,
        leaving kinds: Set<VerificationFinding.Kind>
    ) -> String {
        isJSON ? json(of: summary) : prose(of: summary, leaving: kinds)
    }

    private func prose(of finding: VerificationFinding) -> String {
        var parts = ["user \(finding.user)"]
        if let type = name(of: finding.typeID) { parts.append(type) }
        if let quarter = finding.quarter { parts.append(time(of: quarter)) }
        if let source = finding.source { parts.append("source number \(source)") }
        if let client = finding.client { parts.append("client \(client)") }
        if let position = finding.position { parts.append("position \(position)") }
        var text = parts.joined(separator: ", ") + ": " + finding.kind.words
        let (stored, expected) = numbers(of: finding)
        if finding.isOfReferences {
            text += " (\(counted(Int(expected ?? 0), "sample")))"
        } else if stored != nil || expected != nil {
            text += " (\(value(stored)) instead of \(value(expected)))"
        }
        return text + (finding.isRepaired ? ", repaired\n" : "\n")
    }

    private func prose(
        of summary: VerificationSummary,
        leaving kinds: Set<VerificationFinding.Kind>
    ) -> String {
        let parts = [
            counted(summary.users, "user"), counted(summary.types, "type"),
            counted(summary.days, "day"), counted(summary.samples, "sample"),
        ]
        var text = parts.joined(separator: ", ") + ": "
        text += counted(summary.differences, "difference")
        if summary.repaired > 0 { text += ", \(NumberText.whole(summary.repaired)) repaired" }
        text += "\n"
        if summary.busyDays > 0 {
            text += "Left out, as they were written to all the time: "
            text += counted(summary.busyDays, "day") + "\n"
        }
        if summary.isCutShort { text += "There may be more of the same kind: run it again.\n" }
        if kinds.contains(where: \.isRepairable) {
            text += "Totals and counts can be written anew from the samples: --repair\n"
        }
        if kinds.contains(where: { !$0.isRepairable }) {
            text += "What is missing or numbered wrongly is not derived from anything and cannot be"
            text += " repaired: restore a backup.\n"
        }
        return text
    }

    private func json(of finding: VerificationFinding) -> String {
        line { writer in
            writer.member("event", "difference")
            writer.member("kind", finding.kind.rawValue)
            writer.member("user", finding.user.description)
            writer.member("type", finding.typeID.flatMap { identifier(of: $0) })
            writer.member("start", finding.quarter.map(time(of:)))
            if let source = finding.source { writer.member("sourceNumber", Int(source)) }
            writer.member("client", finding.client?.description)
            if let position = finding.position { writer.member("position", Int(position)) }
            let (stored, expected) = numbers(of: finding)
            if finding.isOfReferences {
                writer.member("samples", Int(expected ?? 0))
            } else if stored != nil || expected != nil {
                writer.member("stored", orNull: stored)
                writer.member("expected", orNull: expected)
            }
            writer.key("repaired")
            writer.boolean(finding.isRepaired)
        }
    }

    private func json(of summary: VerificationSummary) -> String {
        line { writer in
            writer.member("event", "summary")
            writer.member("users", summary.users)
            writer.member("types", summary.types)
            writer.member("days", summary.days)
            writer.member("samples", summary.samples)
            writer.member("busyDays", summary.busyDays)
            writer.member("differences", summary.differences)
            writer.member("repaired", summary.repaired)
            writer.key("complete")
            writer.boolean(!summary.isCutShort)
        }
    }

    private func line(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    /// What may be printed of the numbers of a difference.
    private func numbers(of finding: VerificationFinding) -> (Double?, Double?) {
        finding.isOfSums && !showsValues ? (nil, nil) : (finding.stored, finding.expected)
    }

    private func counted(_ number: Int, _ noun: String) -> String {
        NumberText.whole(number) + " " + noun + (number == 1 ? "" : "s")
    }

    private func value(_ number: Double?) -> String { number.map { "\($0)" } ?? "nothing" }

    private func time(of microseconds: Int64) -> String {
        RFC3339.format(Instant(microseconds: microseconds))
    }

    private func name(of typeID: Int16?) -> String? {
        typeID.map { Catalogue.sampleType(id: $0)?.shortName ?? "type number \($0)" }
    }

    private func identifier(of typeID: Int16) -> String {
        Catalogue.sampleType(id: typeID)?.identifier ?? "\(typeID)"
    }
}

extension VerificationFinding {
    /// Whether it is about sums, which are health values.
    fileprivate var isOfSums: Bool {
        [.keptSumDiffers, .keptSumMissing, .keptSumWithoutData].contains(kind)
    }

    /// Whether it is about samples that refer to something, and says how many.
    fileprivate var isOfReferences: Bool {
        [.sourceMissing, .revisionMissing, .revisionOfOtherSource, .containerMissing]
            .contains(kind)
    }
}

extension VerificationFinding.Kind {
    /// What is wrong, in words.
    fileprivate var words: String {
        switch self {
        case .keptSumDiffers: "the kept sum is not what the samples give"
        case .keptSumMissing: "there are samples and no kept sum"
        case .keptSumWithoutData: "there is a kept sum and no sample"
        case .sampleCountDiffers: "another number of samples is noted than there is"
        case .sourceMissing: "samples of a source that is missing"
        case .revisionMissing: "samples of a source's version that is missing"
        case .revisionOfOtherSource: "samples of a version that is another source's"
        case .containerMissing: "samples in a correlation that is missing"
        case .positionBeyondEnd: "a place in the feed that was never given out"
        case .positionRepeated: "a place in the feed that was given out more than once"
        case .streamMissing: "the row that orders the user's changes is missing"
        case .userMissing: "rows of a user who does not exist"
        }
    }
}
