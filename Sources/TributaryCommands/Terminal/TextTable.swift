/// A table of text, with columns as wide as what is in them.
struct TextTable {
    /// The side of its column that a text stands at.
    enum Side {
        /// Names and words.
        case left
        /// Numbers.
        case right
    }

    private let columns: [(title: String, side: Side)]
    private var rows: [[String]?] = []

    /// Makes a table that has its columns and no rows.
    init(_ columns: [(title: String, side: Side)]) {
        self.columns = columns
    }

    /// Appends a row, one text for each column.
    mutating func append(_ row: [String]) {
        precondition(row.count == columns.count, "a row has a text for every column")
        rows.append(row)
    }

    /// Appends a rule, as above totals.
    mutating func appendRule() {
        rows.append(nil)
    }

    /// The table as lines: titles, a rule, the rows; two blanks between columns, none at the end.
    var lines: [String] {
        let titles = columns.map(\.title)
        let widths = columns.indices.map { column in
            (rows.compactMap { $0?[column].count } + [titles[column].count]).max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([titles, nil] + rows).map { row in
            var line = ""
            for (column, text) in (row ?? rule).enumerated() {
                if column > 0 { line += "  " }
                line += padded(text, widths[column], columns[column].side)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func padded(_ text: String, _ width: Int, _ side: Side) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return side == .left ? text + blanks : blanks + text
    }
}
