import Testing

/// What a fixture holds, counted by an independent script over the file.
struct FixtureFacts: Sendable, CustomTestStringConvertible {
    /// Samples of one type, source and unit; the type has no prefix, the unit may be empty.
    struct Count: Hashable, Sendable {
        let type: String
        let source: String
        let unit: String
        let count: Int

        init(_ type: String, _ source: String, _ unit: String, _ count: Int) {
            self.type = type
            self.source = source
            self.unit = unit
            self.count = count
        }
    }

    /// The plain sum of a cumulative type on one day, as the date is printed, of one source.
    struct DaySum: Sendable {
        let type: String
        let day: String
        let source: String
        let samples: Int
        let sum: Double

        init(_ type: String, _ day: String, _ source: String, _ samples: Int, _ sum: Double) {
            self.type = type
            self.day = day
            self.source = source
            self.samples = samples
            self.sum = sum
        }
    }

    let file: String
    let locale: String
    let exportDate: String
    let hasDoctype: Bool
    let counts: [Count]
    let sums: [DaySum]
    let notImported: [String: Int]
    let workoutStatistics: Int

    var testDescription: String { file }

    /// Every fixture that is an export.
    static let all = [
        phoneOfTwoWeeks, french, inlineRoute, fileReference, firstVersions, correlation,
        childElements, russian, watch,
    ]
}
