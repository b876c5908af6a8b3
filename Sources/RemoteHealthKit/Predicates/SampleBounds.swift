#if !canImport(HealthKit)
import Foundation
import HealthModel

/// A box around the samples that a predicate can match: what is outside does not match.
///
/// A missing bound is open. Intersections are exact; a union is the smallest box around both.
struct SampleBounds: Hashable, Sendable {
    /// Samples start at this instant or later.
    var earliestStart: Instant?
    /// Samples start before this instant.
    var startLimit: Instant?
    /// Samples end at this instant or later.
    var earliestEnd: Instant?
    /// Samples end before this instant.
    var endLimit: Instant?
    /// Samples have one of these identifiers.
    var identifiers: Set<UUID>?
    /// Samples come from one of these bundles.
    var bundleIdentifiers: Set<String>?
    /// Samples have one of these category values, or are workouts of one of these activities.
    var rawValues: Set<Int>?
    /// Whether samples were typed in by hand.
    var isUserEntered: Bool?
    /// Whether no sample can match.
    var isEmpty = false

    /// Every sample.
    static let everything = SampleBounds()

    /// No sample.
    static let nothing = SampleBounds(isEmpty: true)

    /// The box of samples that are in both.
    func intersection(_ other: SampleBounds) -> SampleBounds {
        if isEmpty || other.isEmpty { return .nothing }
        let isContradiction =
            isUserEntered != nil && other.isUserEntered != nil
            && isUserEntered != other.isUserEntered
        return SampleBounds(
            earliestStart: joined(earliestStart, other.earliestStart, max),
            startLimit: joined(startLimit, other.startLimit, min),
            earliestEnd: joined(earliestEnd, other.earliestEnd, max),
            endLimit: joined(endLimit, other.endLimit, min),
            identifiers: joined(identifiers, other.identifiers) { $0.intersection($1) },
            bundleIdentifiers: joined(bundleIdentifiers, other.bundleIdentifiers) {
                $0.intersection($1)
            },
            rawValues: joined(rawValues, other.rawValues) { $0.intersection($1) },
            isUserEntered: isUserEntered ?? other.isUserEntered,
            isEmpty: isContradiction
        ).checked
    }

    /// The smallest box around the samples that are in one of them.
    func union(_ other: SampleBounds) -> SampleBounds {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return SampleBounds(
            earliestStart: both(earliestStart, other.earliestStart, min),
            startLimit: both(startLimit, other.startLimit, max),
            earliestEnd: both(earliestEnd, other.earliestEnd, min),
            endLimit: both(endLimit, other.endLimit, max),
            identifiers: both(identifiers, other.identifiers) { $0.union($1) },
            bundleIdentifiers: both(bundleIdentifiers, other.bundleIdentifiers) { $0.union($1) },
            rawValues: both(rawValues, other.rawValues) { $0.union($1) },
            isUserEntered: isUserEntered == other.isUserEntered ? isUserEntered : nil
        )
    }

    /// Nothing, where a set has no members or a bound excludes every start or end.
    private var checked: SampleBounds {
        let hasEmptySet =
            identifiers?.isEmpty == true || bundleIdentifiers?.isEmpty == true
            || rawValues?.isEmpty == true
        return isEmpty || hasEmptySet || isCrossed(earliestStart, startLimit)
            || isCrossed(earliestEnd, endLimit) ? .nothing : self
    }
}

/// Joins what both have; what only one has stands.
private func joined<Value>(
    _ left: Value?,
    _ right: Value?,
    _ join: (Value, Value) -> Value
) -> Value? {
    guard let left else { return right }
    return right.map { join(left, $0) } ?? left
}

/// Joins what both have; what only one has falls.
private func both<Value>(
    _ left: Value?,
    _ right: Value?,
    _ join: (Value, Value) -> Value
) -> Value? {
    guard let left, let right else { return nil }
    return join(left, right)
}

private func isCrossed(_ earliest: Instant?, _ limit: Instant?) -> Bool {
    guard let earliest, let limit else { return false }
    return earliest >= limit
}
#endif
