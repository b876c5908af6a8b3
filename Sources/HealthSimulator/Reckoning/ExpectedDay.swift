package import HealthModel

/// What a server has to answer about a type on a day of a person.
package struct ExpectedDay: Hashable, Sendable {
    /// The type's short name.
    package var type: String
    /// Whether the day is that of the clocks on the walls where the samples were recorded
    /// (`timeZone=recorded`); else it is one of the person's zone.
    package var isRecorded = false
    /// The day.
    package var day: CivilDate
    /// How many samples start on it.
    package var count = 0
    /// The numbers by name, nil for no data.
    ///
    /// `sum`; of category types `duration` and `asleep`; of discrete ones `min` and `max`.
    package var figures: [String: Double?] = [:]
    /// The sums of the hours from midnight on, of types that have sums.
    package var hours: [Double?] = []
    /// The sums of the sources that have data, each by itself, by the source's name.
    package var sources: [String: Double] = [:]

    /// Makes an expectation of nothing yet.
    package init(type: String, isRecorded: Bool = false, day: CivilDate) {
        self.type = type
        self.isRecorded = isRecorded
        self.day = day
    }
}
