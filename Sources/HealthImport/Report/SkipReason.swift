/// Why an element of an export was not passed on.
package enum SkipReason: String, Hashable, Sendable, CaseIterable {
    /// The kind is not imported: rings, routes, heartbeats, clinical records.
    case notImported
    /// Statistics of a workout that have no place in it: they follow from its samples.
    case workoutStatistics
    /// A correlation with a record that cannot be read.
    case incompleteCorrelation
    /// A correlation or a workout with more parts than the limit.
    case tooManyParts
    /// A record inside an element that has none.
    case misplaced
    /// No type, or a workout without an activity.
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
    /// More metadata than the limit.
    case tooMuchMetadata
}
