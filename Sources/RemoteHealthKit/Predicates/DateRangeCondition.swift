#if !canImport(HealthKit)
import Foundation
import HealthModel

/// Samples that lie in a range of time, or reach into it.
///
/// As HealthKit compares: without options a sample matches that ends at the start of the range or
/// later and starts before its end; a strict end of a sample lies in `[start, end)`.
struct DateRangeCondition: SampleCondition {
    /// The first instant of the range; nil where it is open.
    let start: Instant?
    /// The first instant after the range; nil where it is open.
    let end: Instant?
    /// Whether a sample must start in the range.
    let isStartStrict: Bool
    /// Whether a sample must end in the range.
    let isEndStrict: Bool

    /// Makes the condition that HealthKit's options describe.
    init(start: Date?, end: Date?, options: HKQueryOptions) {
        self.start = start.map { Instant(nearest: $0) }
        self.end = end.map { Instant(nearest: $0) }
        isStartStrict = options.contains(.strictStartDate)
        isEndStrict = options.contains(.strictEndDate)
    }

    func matches(_ sample: HKSample) -> Bool {
        let sampleStart = Instant(nearest: sample.startDate)
        let sampleEnd = Instant(nearest: sample.endDate)
        if let start, isStartStrict ? sampleStart < start : sampleEnd < start { return false }
        if let start, isEndStrict, sampleEnd < start { return false }
        if let end, isEndStrict ? sampleEnd >= end : sampleStart >= end { return false }
        if let end, isStartStrict, sampleStart >= end { return false }
        return true
    }

    var bounds: SampleBounds {
        if let start, let end, start >= end, isStartStrict || isEndStrict { return .nothing }
        return SampleBounds(
            earliestStart: isStartStrict ? start : nil,
            startLimit: end,
            earliestEnd: start,
            endLimit: isEndStrict ? end : nil
        )
    }

    var problem: String? {
        guard let start, let end, start > end else { return nil }
        return "The predicate's range ends before it starts."
    }

    var format: String {
        var parts: [String] = []
        if let start {
            if isStartStrict { parts.append("startDate >= \(RFC3339.format(start))") }
            if isEndStrict || !isStartStrict { parts.append("endDate >= \(RFC3339.format(start))") }
        }
        if let end {
            if isStartStrict || !isEndStrict { parts.append("startDate < \(RFC3339.format(end))") }
            if isEndStrict { parts.append("endDate < \(RFC3339.format(end))") }
        }
        return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
    }

    func narrow(_ scope: inout StatisticsScope) throws(UntranslatablePredicate) {
        guard scope.range == nil else {
            throw UntranslatablePredicate(
                format: format,
                reason: "it is the second range, and statistics have one"
            )
        }
        scope.range = self
    }
}
#endif
