import Postgres

/// A statement's text, taken apart just enough for the rules that a distributed database needs.
struct SQLText {
    /// The statement's name.
    let name: String
    /// Its text on one line.
    let text: String
    private let words: [Substring]

    /// Takes a statement apart.
    init(_ statement: Statement) {
        name = statement.name
        let words = statement.sql.split { $0 == " " || $0 == "\n" }
        self.words = words
        text = words.joined(separator: " ")
    }

    /// A table that a statement names, and what it calls it.
    struct TableUse: Hashable {
        var table: String
        var alias: String?
    }

    /// The tables a statement reads, changes or deletes from, once for each time it names one.
    var tables: [TableUse] { uses(after: ["FROM", "JOIN", "UPDATE"]) }

    /// The tables a statement inserts into.
    var targets: [TableUse] { uses(after: ["INTO"]) }

    /// The number of parameters.
    var parameterCount: Int {
        let numbers = text.split(separator: "$").dropFirst().compactMap { part in
            Int(part.prefix { $0.isNumber })
        }
        return numbers.max() ?? 0
    }

    /// How often a text occurs.
    func count(of part: String) -> Int { text.ranges(of: part).count }

    private func uses(after keywords: Set<Substring>) -> [TableUse] {
        words.indices.filter { index in
            // `DO UPDATE SET` and `FOR UPDATE` name no table.
            let isClause = index > 0 && ["DO", "FOR"].contains(words[index - 1])
            return keywords.contains(words[index]) && !isClause && index + 1 < words.count
        }
        .compactMap { index in
            let table = words[index + 1].prefix { $0.isLetter || $0 == "_" }
            guard table.count == words[index + 1].count || words[index + 1].last == ",",
                !table.isEmpty
            else { return nil }
            let isNamed = index + 3 < words.count && words[index + 2] == "AS"
            let alias = isNamed ? words[index + 3].prefix { $0.isLetter || $0 == "_" } : nil
            return TableUse(table: String(table), alias: alias.map(String.init))
        }
    }
}
