#if !canImport(HealthKit)
/// What statistics are made of, in the words that the server has for it.
///
/// A predicate is translated exactly or refused: a total over more than was asked for would look
/// like a right one.
struct StatisticsScope: Sendable {
    /// The one range; nil for all of time.
    var range: DateRangeCondition?
    /// The sources that count; nil for all.
    var sources: Set<HKSource>?
    /// Whether only (true) or none (false) of what was typed in by hand counts; nil for all.
    var isUserEntered: Bool?
    /// Whether nothing can count.
    var isEmpty = false

    /// Translates a filter.
    ///
    /// - Throws: `UntranslatablePredicate` naming the part that has no translation.
    init(_ filter: SampleFilter) throws(UntranslatablePredicate) {
        try add(filter)
    }

    private mutating func add(_ filter: SampleFilter) throws(UntranslatablePredicate) {
        switch filter {
        case .constant(let value): isEmpty = isEmpty || !value
        case .condition(let condition): try condition.narrow(&self)
        case .all(let parts): for part in parts { try add(part) }
        case .any(let parts) where parts.count == 1: try add(parts[0])
        case .any(let parts) where parts.isEmpty: isEmpty = true
        case .not(.constant(let value)): isEmpty = isEmpty || value
        case .not(.condition(let condition as MetadataCondition)) where condition.isHandEntry:
            narrow(userEntered: false)
        case .any:
            throw UntranslatablePredicate(
                format: filter.format,
                reason: "statistics are made of what matches all parts, not one of several"
            )
        case .not:
            throw UntranslatablePredicate(
                format: filter.format,
                reason: "the server can leave out nothing but what was typed in by hand"
            )
        case .opaque:
            throw UntranslatablePredicate(
                format: filter.format,
                reason: "a closure cannot be asked about samples that stay on the server"
            )
        }
    }

    /// Leaves only sources that are in the set.
    mutating func narrow(sources others: Set<HKSource>) {
        sources = sources.map { $0.intersection(others) } ?? others
    }

    /// Leaves only, or leaves out, what was typed in by hand.
    mutating func narrow(userEntered: Bool) {
        if let isUserEntered, isUserEntered != userEntered { isEmpty = true }
        isUserEntered = userEntered
    }
}
#endif
