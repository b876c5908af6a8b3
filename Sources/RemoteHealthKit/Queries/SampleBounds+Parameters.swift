#if !canImport(HealthKit)
import Foundation
import HealthModel

/// What the server is asked so that it leaves out most of what does not match.
///
/// What it gives may be more than matches, and is never less: each sample is judged here again.
extension SampleBounds {
    /// The parameters of a list of samples for the bounds on time, entry and value.
    func parameters(of type: HKSampleType) -> [(name: String, value: String?)] {
        rangeParameters + [
            ("userEntered", isUserEntered.map { $0 ? "only" : "exclude" }),
            valueParameter(of: type),
        ]
    }

    /// The range, strict where samples have to start in it.
    private var rangeParameters: [(name: String, value: String?)] {
        let limit = [startLimit, endLimit].compactMap { $0 }.min()
        let isAheadOfLimit = limit.map { limit in earliestStart.map { $0 < limit } ?? true } ?? true
        if let start = earliestStart, start >= earliestEnd ?? start, isAheadOfLimit {
            return [
                ("start", RFC3339.format(start)), ("end", limit.map { RFC3339.format($0) }),
                ("strict", "start"),
            ]
        }
        let lower = [earliestStart, earliestEnd].compactMap { $0 }.max().map { overlap($0, limit) }
        return [
            ("start", lower.map { RFC3339.format($0) }), ("end", limit.map { RFC3339.format($0) }),
        ]
    }

    /// The start of a range that every sample overlaps which ends at an instant or later, and
    /// starts before the limit.
    ///
    /// The server's ranges are half-open at both ends: a sample that ends where one starts is not
    /// in it, but matches in HealthKit. A sample that has to last from before the limit to an
    /// instant behind it overlaps the last microsecond before the limit.
    private func overlap(_ end: Instant, _ limit: Instant?) -> Instant {
        let start = Instant(microseconds: end.microseconds - 1)
        let last = limit.map { Instant(microseconds: $0.microseconds - 1) } ?? start
        return max(min(start, last), Instant.supported.lowerBound)
    }

    /// The values asked for, unless the server does not know one of them.
    private func valueParameter(of type: HKSampleType) -> (name: String, value: String?) {
        let (name, known): (String, [Int: String]) =
            switch Catalogue.sampleType(type.identifier) {
            case .category(let type): ("value", type.values)
            case .workout: ("activityType", WorkoutActivityType.enumeration.values)
            case .quantity, .correlation, nil: ("value", [:])
            }
        guard let rawValues, rawValues.count <= 100, rawValues.allSatisfy({ known[$0] != nil })
        else { return (name, nil) }
        return (name, rawValues.sorted().map(String.init).joined(separator: ","))
    }
}
#endif
