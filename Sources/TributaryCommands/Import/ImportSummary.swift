import HealthImport
import HealthModel
import HealthOutbox

/// The account of an import, for people and for programs.
struct ImportSummary {
    /// The path the export was read from.
    let file: String
    /// Whether nothing was pushed.
    let isDryRun: Bool
    /// What the import did.
    let result: AppleHealthImport.Result

    /// One line for an import none of whose samples was taken; nil for any other.
    var totalRefusal: String? {
        let refused = result.tally.total(.rejected)
        guard refused > 0, refused == result.tally.records else { return nil }
        let codes = result.tally.refusals.keys.sorted().joined(separator: ", ")
        return "all \(NumberText.whole(refused)) samples were refused: \(codes)"
    }

    /// The account in words and tables.
    var text: String {
        var lines = result.tally.types.isEmpty ? [] : table.lines + [""]
        let count = NumberText.whole(result.tally.records)
        lines.append(
            isDryRun
                ? "\(count) samples read from \(file); nothing was pushed."
                : "\(count) samples read from \(file) and pushed."
        )
        lines += unansweredLines + refusalLines + skipLines + repairLines + characteristicLines
        return lines.joined(separator: "\n") + "\n"
    }

    /// The outcomes that have a column: those every import has, and others that occurred.
    var outcomes: [PushAnswer.Outcome] {
        if isDryRun { return [] }
        return PushAnswer.Outcome.allCases.filter { outcome in
            [.stored, .duplicate, .rejected].contains(outcome) || result.tally.total(outcome) > 0
        }
    }

    private var table: TextTable {
        var columns: [(title: String, side: TextTable.Side)] = [
            ("type", .left), ("records", .right),
        ]
        columns += outcomes.map { ($0.rawValue, .right) }
        columns += [("first", .left), ("last", .left)]
        var table = TextTable(columns)
        let types = result.tally.types.sorted { $0.key < $1.key }
        for (type, counts) in types {
            table.append(
                [Self.shortName(of: type), NumberText.whole(counts.records)]
                    + outcomes.map { NumberText.whole(counts.outcomes[$0] ?? 0) }
                    + [Self.day(counts.first), Self.day(counts.last)]
            )
        }
        guard types.count > 1 else { return table }
        table.appendRule()
        table.append(
            ["total", NumberText.whole(result.tally.records)]
                + outcomes.map { NumberText.whole(result.tally.total($0)) } + ["", ""]
        )
        return table
    }

    private var unansweredLines: [String] {
        let count = result.tally.unanswered
        guard count > 0 else { return [] }
        return [
            "\(NumberText.whole(count)) more were in pushes that failed."
                + " Import the file again: what is there already is then a duplicate."
        ]
    }

    private var refusalLines: [String] {
        let refusals = result.tally.refusals.sorted { $0.key < $1.key }
        guard !refusals.isEmpty else { return [] }
        return ["", "Refused by the server:"]
            + refusals.flatMap { code, refusal in
                ["  \(code): \(NumberText.whole(refusal.count))"]
                    + refusal.examples.map { "    \($0)" }
            }
    }

    private var skipLines: [String] {
        guard let report = result.report else {
            return ["", "What was skipped is not known: the file was not read to its end."]
        }
        guard !report.skipped.isEmpty else { return ["", "Nothing was skipped."] }
        var lines = ["", "Skipped:"]
        for (reason, skip) in report.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let words = "\(reason.words): \(NumberText.whole(skip.count))"
            lines.append("  \(words)")
            if reason == .notImported {
                lines += report.notImported.sorted { $0.key < $1.key }.map { name, count in
                    "    \(Self.shortName(of: name)): \(NumberText.whole(count))"
                }
            }
            lines += skip.examples.map { "    line \($0.line): \($0.detail)" }
        }
        return lines
    }

    private var repairLines: [String] {
        guard let report = result.report else { return [] }
        let repairs = report.repairs
        let counts = [
            (repairs.controlCharacters, "forbidden characters replaced by blanks"),
            (repairs.repeatedMetadataKeys, "metadata keys given twice, the last one taken"),
            (repairs.unusableWorkoutParts, "parts of workouts that make no sense, left out"),
            (repairs.unreadableDevices, "device descriptions that cannot be read, left out"),
            (repairs.unreadableCreationDates, "creation dates that cannot be read, left out"),
        ]
        var lines = counts.filter { $0.0 > 0 }.map { "  \(NumberText.whole($0)) \($1)" }
        if !lines.isEmpty { lines = ["", "Mended:"] + lines }
        if !report.otherExports.isEmpty {
            lines += ["", "Left alone beside it: " + report.otherExports.joined(separator: ", ")]
        }
        return lines
    }

    private var characteristicLines: [String] {
        guard let report = result.report else { return [] }
        return ExportedCharacteristics(report.characteristics)
            .lines(areImported: result.hasCharacteristics)
    }

    private static func shortName(of type: String) -> String {
        Catalogue.sampleType(type)?.shortName ?? type
    }

    /// The UTC day of an instant.
    private static func day(_ instant: Instant) -> String {
        String(RFC3339.formatWallClock(instant).prefix(10))
    }
}

extension SkipReason {
    /// The reason in words.
    var words: String {
        switch self {
        case .notImported: "of a kind that is not imported"
        case .workoutStatistics: "statistics of workouts that follow from their samples"
        case .incompleteCorrelation: "correlations with a record that cannot be read"
        case .tooManyParts: "with too many parts"
        case .misplaced: "inside an element that holds no records"
        case .missingType: "without a type"
        case .missingUnit: "without a unit"
        case .missingValue: "without a value"
        case .malformedValue: "with a value that is no number"
        case .missingDate: "without a start or an end"
        case .malformedDate: "with a start or an end that is no date"
        case .oversizedAttribute: "with an attribute that is too long"
        case .tooMuchMetadata: "with too much metadata"
        }
    }
}
