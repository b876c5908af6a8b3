package import Postgres

/// Why the schema could not be brought to the wanted version.
///
/// Each description is one line that a person who starts a server can act on.
package enum MigrationError: Error, Sendable, CustomStringConvertible {
    /// The program's steps are not 1, 2, 3 and so on; `found` stands where `expected` should.
    case programOutOfOrder(expected: Int, found: Int)
    /// The database has a later step without an earlier one.
    case databaseOutOfOrder(missing: Int)
    /// The SQL of a step that the database has is no longer what was applied.
    case changed(version: Int, name: String)
    /// The database has a step that the program does not know: another, newer program made it.
    case databaseIsNewer(version: Int, name: String, newestKnown: Int)
    /// There is no such version to go to.
    case unknownTarget(Int, current: Int, newestKnown: Int)
    /// The step ended the transaction that it must stay inside of.
    case leftTransaction(version: Int, name: String)
    /// The step's SQL failed; nothing of it was kept. `line` counts from 1.
    case failed(version: Int, name: String, line: Int?, cause: PostgresError)

    /// One line that names the step and, if the database refused it, the SQLSTATE.
    package var description: String {
        switch self {
        case .programOutOfOrder(let expected, let found):
            "migration \(expected) is missing: found \(found) in its place"
        case .databaseOutOfOrder(let missing):
            "the database lacks migration \(missing) but has a later one"
        case .changed(let version, let name):
            "migration \(version) (\(name)) was changed after it had been applied"
        case .databaseIsNewer(let version, let name, let newest):
            "the database has migration \(version) (\(name)), this program knows only"
                + " \(newest): start a newer program"
        case .unknownTarget(let target, let current, let newest):
            "there is no way to version \(target): the database is at \(current),"
                + " the program knows \(newest)"
        case .leftTransaction(let version, let name):
            "migration \(version) (\(name)) must not end its transaction"
        case .failed(let version, let name, let line, let cause):
            "migration \(version) (\(name)) failed\(line.map { " at line \($0)" } ?? ""): \(cause)"
        }
    }
}
