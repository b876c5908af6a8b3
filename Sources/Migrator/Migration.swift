/// One step of the schema: how to make it and how to take it back.
package struct Migration: Sendable {
    /// The step's number; steps count from 1 without gaps.
    package let version: Int
    /// The step's name, for people.
    package let name: String
    /// The SQL that makes the step, in UTF-8; it contains no `BEGIN` or `COMMIT`.
    package let up: [UInt8]
    /// The SQL that takes it back, in UTF-8.
    package let down: [UInt8]

    /// Makes a step.
    package init(version: Int, name: String, up: [UInt8], down: [UInt8]) {
        self.version = version
        self.name = name
        self.up = up
        self.down = down
    }

    /// The number and the name, as messages show them.
    var title: String { "\(version) (\(name))" }
}

/// Where one step of the schema stands in one database.
package struct MigrationStatus: Sendable, Hashable {
    /// What the database and the program say about the step.
    package enum State: Sendable, Hashable {
        /// Both know it and agree.
        case applied
        /// The program knows it and the database has not got it yet.
        case pending
        /// Both know it, but its SQL is no longer what was applied.
        case changed
        /// The database has it and the program does not know it.
        case unknown
    }

    /// The step's number.
    package let version: Int
    /// The step's name; the database's where the program does not know it.
    package let name: String
    /// Where it stands.
    package let state: State
    /// When it was applied, in UTC as RFC 3339 spells it; nil while it is pending.
    package let appliedAt: String?
}
