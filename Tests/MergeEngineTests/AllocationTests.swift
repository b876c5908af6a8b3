import CAllocationCount
import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The memory of a merge", .offPool)
struct AllocationTests {
    /// Blocks asked for by a merge of so many samples, which overlap and are cut, when it is not the
    /// first: the first of all makes the types' metadata.
    private func blocks(_ count: Int, _ merge: ([MergeSample]) -> Void) -> UInt64 {
        let samples = (0..<Int64(count)).map { number in
            sample(
                number * 10,
                number * 10 + (number % 5 == 0 ? 0 : number * 37 % 900),
                rank: Int32(number * 7 % 11),
                id: Int(number)
            )
        }
        merge(samples)
        let before = allocation_count()
        merge(samples)
        return allocation_count() - before
    }

    @Test(
        "Ten times the samples take not one block of memory more",
        .enabled(if: allocation_count_is_available()),
        arguments: [MergeBehavior.rate, .sum]
    )
    func sums(behavior: MergeBehavior) {
        let edges = (0...100).map { Int64($0) * 5_000 }
        func merge(_ samples: [MergeSample]) {
            _ = Merge.sums(of: samples, behavior: behavior, edges: edges)
        }
        let few = blocks(5_000, merge)
        #expect(few > 0)
        #expect(blocks(50_000, merge) == few)
    }

    @Test(
        "Ten times the samples take not one block of memory more for durations",
        .enabled(if: allocation_count_is_available())
    )
    func durations() {
        let edges = (0...100).map { Int64($0) * 5_000 }
        func merge(_ samples: [MergeSample]) { _ = Merge.durations(of: samples, edges: edges) }
        let few = blocks(5_000, merge)
        #expect(few > 0)
        #expect(blocks(50_000, merge) == few)
    }
}
