#if !canImport(HealthKit)
import Foundation

/// The order in which a query gives samples.
///
/// `@unchecked Sendable`: descriptors do not change, and compare what does not change either.
struct SampleOrder: @unchecked Sendable {
    /// Compares two samples by one descriptor each, the first that tells them apart decides.
    private let comparisons: [(HKSample, HKSample) -> ComparisonResult]
    /// Whether the server's order is right up to samples with the same start; nil where it is not.
    let isByStart: Bool
    /// Whether the latest start comes first, where the server orders.
    let isDescending: Bool
    /// Why nothing can be ordered like this; nil where it can.
    let problem: String?

    /// The earliest start first.
    static let start = SampleOrder([NSSortDescriptor]())

    /// Whether samples with the same start have an order, too.
    var hasFurtherKeys: Bool { comparisons.count > 1 }

    /// Makes the order of descriptors; without any the earliest start comes first.
    init(_ descriptors: [NSSortDescriptor]) {
        comparisons = descriptors.map { descriptor in
            { descriptor.compare($0, to: $1) }
        }
        let first = descriptors.first
        isByStart = first.map { $0.keyPath == \HKSample.startDate } ?? true
        isDescending = first.map { !$0.ascending } ?? false
        let isKnown = descriptors.allSatisfy { $0.keyPath != \HKSample.unknownSortKey }
        problem = isKnown ? nil : "Samples cannot be sorted by this key."
    }

    /// Makes the order of typed descriptors; without any the earliest start comes first.
    init<Sample: HKSample>(_ descriptors: [SortDescriptor<Sample>]) {
        comparisons = descriptors.map { descriptor in
            { left, right in
                guard let left = left as? Sample, let right = right as? Sample else {
                    return .orderedSame
                }
                return descriptor.compare(left, right)
            }
        }
        let first = descriptors.first
        isByStart = first.map { $0.keyPath == \Sample.startDate } ?? true
        isDescending = first.map { $0.order == .reverse } ?? false
        problem = nil
    }

    /// Sorts samples; those that no descriptor tells apart stay as they are.
    func sorted(_ samples: [HKSample]) -> [HKSample] {
        guard !comparisons.isEmpty else { return samples }
        return samples.enumerated().sorted { left, right in
            switch order(left.element, right.element) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: left.offset < right.offset
            }
        }.map(\.element)
    }

    private func order(_ left: HKSample, _ right: HKSample) -> ComparisonResult {
        for comparison in comparisons {
            let order = comparison(left, right)
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }
}
#endif
