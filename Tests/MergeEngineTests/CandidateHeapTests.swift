import HealthModel
import TestSupport
import Testing

@testable import MergeEngine

@Suite("The candidates of a merge", .offPool)
struct CandidateHeapTests {
    @Test("Come best first, without those that had ended when they became too many")
    func order() {
        for number in 0..<200 {
            var generator = Seed.generator(case: number)
            let samples = (0..<Int64(300)).map { index in
                sample(
                    index,
                    index + .random(in: 1...200, using: &generator),
                    rank: .random(in: 0..<50, using: &generator),
                    recorded: .random(in: 0..<3, using: &generator),
                    id: Int(index)
                )
            }
            let popped = candidates(of: samples).map { samples[$0] }
            #expect(zip(popped, popped.dropFirst()).allSatisfy { $0.precedes($1) })
            // The last one came at 299; who still covered then must be there.
            let covering = samples.filter { $0.end > 299 }.map(\.id)
            #expect(Set(covering).isSubset(of: popped.map(\.id)), "\(Seed.label(case: number))")
            #expect(popped.count < max(65, 2 * covering.count + 65))
            #expect(Set(popped.map(\.id)).count == popped.count)
        }
    }

    /// Pushes every sample at its start and pops all that are left.
    private func candidates(of samples: [MergeSample]) -> [Int] {
        samples.withUnsafeBufferPointer { samples in
            withUnsafeTemporaryAllocation(of: Candidate.self, capacity: samples.count) { storage in
                var heap = CandidateHeap(samples: samples, storage: storage)
                for index in samples.indices { heap.push(index, at: samples[index].start) }
                return Array(sequence(state: ()) { _ in heap.pop() })
            }
        }
    }
}
