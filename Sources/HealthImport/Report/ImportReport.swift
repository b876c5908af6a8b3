package import HealthModel

/// What an export held: what was passed on, what was skipped and why, what had to be mended.
package struct ImportReport: Hashable, Sendable {
    /// The samples of one type that were passed on.
    package struct TypeSummary: Hashable, Sendable {
        /// How many there were.
        package var count: Int
        /// The earliest start.
        package var first: Instant
        /// The latest end.
        package var last: Instant
        /// How many carried each unit, as printed; empty for types without units.
        package var units: [String: Int]
    }

    /// The elements that were skipped for one reason.
    package struct Skip: Hashable, Sendable {
        /// How many there were.
        package var count = 0
        /// The first few of them, in the order of the file.
        package var examples: [Example] = []
    }

    /// One skipped element.
    package struct Example: Hashable, Sendable {
        /// The line on which its start tag ends.
        package var line: Int
        /// Its name or type and what was wrong, cut to a line.
        package var detail: String
    }

    /// What was mended on the way.
    package struct Repairs: Hashable, Sendable {
        /// Characters that XML forbids, replaced by a blank each.
        package var controlCharacters = 0
        /// Document type declarations skipped unparsed: 0 or 1.
        package var skippedDoctypes = 0
        /// Metadata keys given twice in one sample, where the last one was taken.
        package var repeatedMetadataKeys = 0
        /// Device descriptions that could not be read and were dropped.
        package var unreadableDevices = 0
        /// Creation dates that could not be read and were dropped.
        package var unreadableCreationDates = 0
        /// Durations, totals, events and activities of workouts that make no sense, dropped.
        package var unusableWorkoutParts = 0
    }

    /// What was passed on, by type identifier as printed.
    package var types: [String: TypeSummary] = [:]
    /// What was skipped, by reason; a reason without a case is missing.
    package var skipped: [SkipReason: Skip] = [:]
    /// What is behind `notImported`: element names, and type identifiers of records.
    package var notImported: [String: Int] = [:]
    /// What the export says of the person, by the identifier of the characteristic, as printed.
    package var characteristics: [String: String] = [:]
    /// When the phone wrote the export.
    package var exportDate: ZonedInstant?
    /// The phone's locale, such as `en_US`.
    package var locale: String?
    /// What was mended.
    package var repairs = Repairs()
    /// Other exports in the same archive or folder, which were left alone; the largest is read.
    package var otherExports: [String] = []

    /// How many samples were passed on.
    package var sampleCount: Int { types.values.reduce(0) { $0 + $1.count } }
}
