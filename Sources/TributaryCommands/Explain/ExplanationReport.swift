import HealthModel

/// An explanation for people: what is asked, the drawing, the segments, the sum.
struct ExplanationReport {
    private let answer: ExplanationAnswer
    private let width: Int

    /// Prepares a report for a terminal of so many columns.
    init(_ answer: ExplanationAnswer, width: Int) {
        self.answer = answer
        self.width = width
    }

    /// The whole report.
    var lines: [String] {
        guard !answer.segments.isEmpty else {
            return [title, "", "No samples of the type count in this range."] + disabledLines
        }
        return [title, ""] + LaneDrawing(answer, width: width).lines + [""] + table.lines
            + disabledLines
    }

    private var title: String {
        let name = Catalogue.sampleType(answer.type)?.shortName ?? answer.type
        let what = answer.unit.map { "\(name) in \($0)" } ?? "time covered by \(name)"
        return what + ", " + answer.rangeText
    }

    private var disabledLines: [String] {
        answer.disabled.isEmpty
            ? [] : ["", "Switched off for the type: " + answer.disabled.joined(separator: ", ")]
    }

    /// The decimals of all numbers, so that points stand below each other.
    private var places: Int {
        answer.segments.allSatisfy { $0.contribution == $0.contribution.rounded() } ? 0 : 3
    }

    /// The segments; where names make it wider than the terminal, with the lanes' marks alone.
    private var table: TextTable {
        let named = table(hasNames: true)
        let isTooWide = named.lines.contains { $0.count > width }
        return isTooWide ? table(hasNames: false) : named
    }

    private func table(hasNames: Bool) -> TextTable {
        var table = TextTable([
            ("start", .left), ("end", .left), ("counts", .left), ("adds", .right),
            ("hidden", .left),
        ])
        for segment in answer.segments {
            table.append([
                time(segment.start.instant), time(segment.end.instant),
                counts(segment.winner, hasName: hasNames), figure(segment.contribution),
                hidden(segment),
            ])
        }
        table.appendRule()
        let total = answer.unit == nil ? "duration" : "sum"
        table.append(["", "", total, figure(answer.total), ""])
        return table
    }

    /// A contribution or the total: a number, or a length of time where all are whole seconds.
    private func figure(_ value: Double?) -> String {
        guard let value, answer.unit == nil else {
            return NumberText.decimal(value, places: places)
        }
        return places == 0
            ? NumberText.length(seconds: value) : NumberText.decimal(value, places: 3)
    }

    /// The sources that are hidden, those with the same reason together.
    private func hidden(_ segment: ExplanationAnswer.Segment) -> String {
        var groups: [(rule: String, marks: [String])] = []
        for sample in segment.hidden {
            let rule = HidingWords.words(for: sample.rule ?? "")
            let mark = mark(sample)
            if let index = groups.firstIndex(where: { $0.rule == rule }) {
                if !groups[index].marks.contains(mark) { groups[index].marks.append(mark) }
            } else {
                groups.append((rule, [mark]))
            }
        }
        return groups.map { $0.marks.joined(separator: ", ") + ": " + $0.rule }
            .joined(separator: "; ")
    }

    private func counts(_ sample: ExplanationAnswer.Sample, hasName: Bool) -> String {
        [mark(sample), hasName ? answer.name(of: sample.lane) : nil, sample.valueName]
            .compactMap { $0 }.joined(separator: " ")
    }

    private func mark(_ sample: ExplanationAnswer.Sample) -> String {
        let index = answer.lanes.firstIndex { $0.id == sample.lane }
        return index.map { String(LaneDrawing.mark($0)) } ?? "?"
    }

    /// Times of day, with the date where the range is longer than a day.
    private func time(_ instant: Instant) -> String {
        let length = answer.end.instant.microseconds - answer.start.instant.microseconds
        let time = ClockText.time(instant, like: answer.start, hasSeconds: true)
        guard length > 86_400_000_000 else { return time }
        return ClockText.date(instant, like: answer.start) + " " + time
    }
}

/// The rules by which samples are hidden, in words.
enum HidingWords {
    /// What a rule of the wire says; one that is not known stands for itself.
    static func words(for rule: String) -> String {
        switch rule {
        case "betterSource": "ranks lower"
        case "betterSourceCovers": "an instant inside a better source"
        case "recordedLater": "recorded earlier"
        case "endsLater": "ends earlier"
        case "greaterIdentifier": "has the smaller identifier"
        default: rule
        }
    }
}
