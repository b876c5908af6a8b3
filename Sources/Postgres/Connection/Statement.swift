/// A named SQL statement, prepared once per connection on its first use.
///
/// The name is the statement's identity on a connection and appears in errors; the SQL never
/// contains values.
package struct Statement: Sendable, Hashable {
    /// The name: unique within the program, at most 63 bytes.
    package let name: String
    /// One SQL statement; values go where `$1` and its successors stand.
    package let sql: String

    /// Names a statement.
    package init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }
}

extension Statement {
    /// Begins a transaction that reads what is committed at each statement, and may write.
    package static let begin = Statement(
        "begin",
        "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    )
    /// Begins a transaction that only reads, all of it from one snapshot.
    package static let beginSnapshot = Statement(
        "begin_snapshot",
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    )
    /// Makes a transaction's work lasting.
    package static let commit = Statement("commit", "COMMIT")
    /// Undoes a transaction's work.
    package static let rollback = Statement("rollback", "ROLLBACK")
}
