package import HealthModel

/// What narrows the samples that a query looks at, before anything is merged.
package struct SampleFilter: Hashable, Sendable {
    /// Whose samples the caller may see.
    package var visibility: Visibility
    /// The sources asked for, by key; nil for all.
    package var sources: [SampleID]?
    /// Only samples typed in by hand, or only others; nil for both.
    package var isUserEntered: Bool?

    /// Makes a filter.
    package init(
        visibility: Visibility,
        sources: [SampleID]? = nil,
        isUserEntered: Bool? = nil
    ) {
        self.visibility = visibility
        self.sources = sources
        self.isUserEntered = isUserEntered
    }

    /// Whether nothing is left out, so that kept totals answer.
    var isUnrestricted: Bool {
        visibility == .all && sources == nil && isUserEntered == nil
    }
}

/// Which ends of a sample must lie in a range (HealthKit's `strictStartDate`, `strictEndDate`).
package struct StrictOptions: OptionSet, Hashable, Sendable {
    /// The option's bit.
    package let rawValue: UInt8

    /// Makes options from bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The start lies in the range.
    package static let start = StrictOptions(rawValue: 1)
    /// The end lies in the range.
    package static let end = StrictOptions(rawValue: 2)
}
