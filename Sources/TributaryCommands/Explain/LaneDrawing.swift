import HealthModel

/// A picture of an explanation: a lane for each source, and the merged lane below them.
///
/// Time runs to the right in columns of equal length. A column of a lane is full where the source
/// counts for most of what it covers there, shaded where it is hidden, and blank where it has no
/// samples. The merged lane has the number of the source that counts longest.
struct LaneDrawing {
    private let answer: ExplanationAnswer
    private let columns: Int
    private let labelWidth: Int
    /// The first instant drawn, and how many microseconds are: the range, and what strict options
    /// chose beyond it.
    private let origin: Int64
    private let length: Int64

    /// The widest that labels get.
    private static let labelLimit = 24
    private static let mergedLabel = "merged"

    /// Lays a picture out for a terminal of so many columns, at least 40.
    init(_ answer: ExplanationAnswer, width: Int) {
        self.answer = answer
        let names = answer.lanes.indices.map { Self.label(answer, $0).count }
        labelWidth = min(Self.labelLimit, max(names.max() ?? 0, Self.mergedLabel.count))
        columns = max(10, min(max(40, width), 160) - labelWidth - 3)
        let starts = answer.segments.map(\.start.instant) + [answer.start.instant]
        let ends = answer.segments.map(\.end.instant) + [answer.end.instant]
        origin = (starts.min() ?? answer.start.instant).microseconds
        length = max(1, (ends.max() ?? answer.end.instant).microseconds - origin)
    }

    /// The picture as lines: times, a lane each, the merged lane, the key.
    var lines: [String] {
        var lanes = answer.lanes.map { _ in [Column](repeating: Column(), count: columns) }
        let indices = Dictionary(
            uniqueKeysWithValues: answer.lanes.enumerated().map { ($1.id, $0) }
        )
        for segment in answer.segments {
            add(segment, segment.winner, counts: true, to: &lanes, indices)
            for hidden in segment.hidden {
                add(segment, hidden, counts: false, to: &lanes, indices)
            }
        }
        var lines = [indented(timeAxis), indented(tickMarks)]
        for (index, lane) in lanes.enumerated() {
            let text = String(lane.map(\.character))
            lines.append(labelled(Self.label(answer, index), text))
        }
        lines.append(labelled(Self.mergedLabel, merged(lanes)))
        return lines + ["", key]
    }

    /// What the signs mean; those of instants only where there are any.
    private var key: String {
        let hasImpulses = answer.segments.contains { $0.start.instant == $0.end.instant }
        let intervals = "█ counts  ░ hidden"
        return hasImpulses
            ? intervals + "  • an instant that counts  ◦ one that is hidden" : intervals
    }

    private static func label(_ answer: ExplanationAnswer, _ index: Int) -> String {
        "\(mark(index)) \(answer.lanes[index].name)"
    }

    /// One character for a lane: 1 to 9, then letters, then a plus sign for all others.
    static func mark(_ index: Int) -> Character {
        let marks = Array("123456789abcdefghijklmnopqrstuvwxyz")
        return index < marks.count ? marks[index] : "+"
    }

    private func labelled(_ label: String, _ text: String) -> String {
        let name = label.count > labelWidth ? label.prefix(labelWidth - 1) + "…" : label[...]
        return name + String(repeating: " ", count: labelWidth - name.count) + " |" + text + "|"
    }

    private func indented(_ text: String) -> String {
        var line = String(repeating: " ", count: labelWidth + 2) + text
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// What lies in a column of a lane, in microseconds.
private struct Column {
    var counting: Int64 = 0
    var hidden: Int64 = 0
    var countingImpulses = 0
    var hiddenImpulses = 0

    /// An instant is drawn over what has length, or it would never be seen.
    var character: Character {
        if countingImpulses > 0 { return "•" }
        if hiddenImpulses > 0 { return "◦" }
        if counting == 0 && hidden == 0 { return " " }
        return counting >= hidden ? "█" : "░"
    }
}

extension LaneDrawing {
    /// The first microsecond of a column, counted from the origin.
    private func edge(_ column: Int) -> Int64 {
        Int64(Double(length) * Double(column) / Double(columns))
    }

    /// The column an instant lies in.
    private func column(of instant: Instant) -> Int {
        let offset = instant.microseconds - origin
        return min(columns - 1, max(0, Int(Double(offset) / Double(length) * Double(columns))))
    }

    private func add(
        _ segment: ExplanationAnswer.Segment,
        _ sample: ExplanationAnswer.Sample,
        counts: Bool,
        to lanes: inout [[Column]],
        _ indices: [ExplanationAnswer.Lane.ID: Int]
    ) {
        guard let lane = indices[sample.lane] else { return }
        let first = column(of: segment.start.instant)
        if segment.start.instant == segment.end.instant {
            if counts {
                lanes[lane][first].countingImpulses += 1
            } else {
                lanes[lane][first].hiddenImpulses += 1
            }
            return
        }
        let start = segment.start.instant.microseconds - origin
        let end = segment.end.instant.microseconds - origin
        for index in first...column(of: segment.end.instant) {
            let covered = min(end, edge(index + 1)) - max(start, edge(index))
            guard covered > 0 else { continue }
            if counts {
                lanes[lane][index].counting += covered
            } else {
                lanes[lane][index].hidden += covered
            }
        }
    }

    /// The mark of the lane that counts longest in each column.
    private func merged(_ lanes: [[Column]]) -> String {
        String(
            (0..<columns).map { column -> Character in
                let best = lanes.indices.max { left, right in
                    weight(lanes[left][column]) < weight(lanes[right][column])
                }
                guard let best, weight(lanes[best][column]) > 0 else { return " " }
                return Self.mark(best)
            }
        )
    }

    private func weight(_ column: Column) -> Int64 {
        column.counting + (column.countingImpulses > 0 ? 1 : 0)
    }

    /// Times of the day over the columns at which they lie.
    private var timeAxis: String {
        var axis = Array(repeating: Character(" "), count: columns + 2)
        for column in tickColumns {
            for (offset, character) in clock(atColumn: column).enumerated()
            where column + 1 + offset < axis.count {
                axis[column + 1 + offset] = character
            }
        }
        return String(axis.dropFirst())
    }

    private var tickMarks: String {
        String((0..<columns).map { tickColumns.contains($0) ? "'" : " " })
    }

    /// A tick every quarter of the width, or less often where that is too narrow for the texts.
    private var tickColumns: [Int] {
        let count = columns >= 4 * (isWithinADay ? 10 : 14) ? 4 : 2
        return (0..<count).map { $0 * columns / count }
    }

    private func clock(atColumn column: Int) -> String {
        let instant = Instant(microseconds: origin + edge(column))
        let time = ClockText.time(instant, like: answer.start, hasSeconds: length < 3_600_000_000)
        if isWithinADay { return time }
        return ClockText.date(instant, like: answer.start).dropFirst(5) + " " + time
    }

    /// Whether times of the day alone say which instant is meant.
    private var isWithinADay: Bool { length <= 86_400_000_000 }
}
