/// Why an element of an export was not passed on.
package enum SkipReason: String, Hashable, Sendable, CaseIterable {
    /// The kind is not imported yet: workouts, category records, rings, clinical records.
    case notYetImported
    /// A record inside a correlation, which the export repeats at top level.
    case insideCorrelation
    /// A record inside an element that has none.
    case misplaced
    /// No type.
    case missingType
    /// No unit, or an empty one.
    case missingUnit
    /// No value.
    case missingValue
    /// A value that is not a decimal number with a point.
    case malformedValue
    /// No start or no end.
    case missingDate
    /// A start or an end that is no date.
    case malformedDate
    /// An attribute longer than the limit.
    case oversizedAttribute
    /// More metadata entries than the limit.
    case tooMuchMetadata
}
