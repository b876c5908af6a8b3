import CLibxml2

/// A name that the parser has interned: within one parser, equal names are equal pointers.
typealias InternedName = UnsafePointer<UInt8>

/// The names of elements and attributes that the reader asks for; `rawValue` is their spelling.
enum Word: String, CaseIterable {
    /// Attributes of records; they come first because they are the most frequent.
    case type, sourceName, sourceVersion, device, unit, creationDate, startDate, endDate, value
    /// Elements within records, and records.
    case record = "Record", metadataEntry = "MetadataEntry"
    /// Attributes of other elements, and of records in the oldest exports.
    case key, locale, source
    /// Attributes of workouts and of what is inside of them.
    case workoutActivityType, duration, durationUnit, totalDistance, totalDistanceUnit
    case totalEnergyBurned, totalEnergyBurnedUnit, totalSwimmingStrokeCount
    case totalSwimmingStrokeCountUnit, totalFlightsClimbed, totalFlightsClimbedUnit
    case date, sum, uuid
    /// Other elements.
    case correlation = "Correlation", exportDate = "ExportDate", me = "Me"
    case workout = "Workout", workoutEvent = "WorkoutEvent"
    case workoutActivity = "WorkoutActivity", workoutStatistics = "WorkoutStatistics"
}

/// The reader's words as one parser has interned them, so that a name is known by its pointer.
struct Vocabulary {
    private let names: [InternedName]

    /// Interns all words; nil when there is no memory for them.
    init?(dictionary: xmlDictPtr?) {
        names = Word.allCases.compactMap { xmlDictLookup(dictionary, $0.rawValue, -1) }
        guard names.count == Word.allCases.count else { return nil }
    }

    /// The word behind a name, if it is one of the reader's.
    func word(for name: InternedName) -> Word? {
        names.firstIndex(of: name).map { Self.words[$0] }
    }

    private static let words = Word.allCases
}
