import HealthModel
import TestSupport
import Testing

@testable import MergeEngine

/// Compensated sums hide nearly every difference that the order of addition makes, so the orders
/// are tested themselves.
@Suite("The order of addition", .offPool)
struct AdditionOrderTests {
    @Test("Samples that tie in start are added by end, identifier and value")
    func samplesAreAddedInTotalOrder() {
        let ordered = [
            sample(0, 9, 9, id: 9), sample(1, 1, 9, id: 9), sample(1, 2, 9, id: 1),
            sample(1, 2, 3, id: 2), sample(1, 2, 4, id: 2),
        ]
        expectOrder(of: ordered) { $0.isAddedBefore($1) }
    }

    @Test("Discrete samples that tie in start are added by end and identifier")
    func discreteSamplesAreAddedInTotalOrder() {
        let ordered = [(0, 9, 9), (1, 1, 9), (1, 2, 1), (1, 2, 2)].map { start, end, id in
            DiscreteSample(
                start: Int64(start),
                end: Int64(end),
                value: 0,
                recorded: 0,
                id: SampleID(bits: UInt128(id))
            )
        }
        expectOrder(of: ordered) { $0.isAddedBefore($1) }
    }

    private func expectOrder<Element>(
        of ordered: [Element],
        by precedes: (Element, Element) -> Bool
    ) {
        for (left, one) in ordered.enumerated() {
            for (right, other) in ordered.enumerated() {
                #expect(precedes(one, other) == (left < right), "\(left) and \(right)")
            }
        }
    }
}
