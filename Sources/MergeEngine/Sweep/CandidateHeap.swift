/// The covering samples that may count once the winner has ended: a binary heap, best on top.
///
/// Works in storage that the caller owns, with room for every sample, so it never allocates. Ended
/// samples stay until they reach the top; the sweep drops them there (lazy deletion).
struct CandidateHeap {
    private let samples: UnsafeBufferPointer<MergeSample>
    private let storage: UnsafeMutableBufferPointer<Int>
    private var count = 0

    /// Makes an empty heap of indices into `samples`.
    init(samples: UnsafeBufferPointer<MergeSample>, storage: UnsafeMutableBufferPointer<Int>) {
        self.samples = samples
        self.storage = storage
    }

    /// Adds a sample; each sample is in the heap at most once at any time.
    ///
    /// - Complexity: O(log count).
    mutating func push(_ sample: Int) {
        var hole = count
        count += 1
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard samples[sample].precedes(samples[storage[parent]]) else { break }
            storage[hole] = storage[parent]
            hole = parent
        }
        storage[hole] = sample
    }

    /// Removes and returns the best sample, or nil when there is none.
    ///
    /// - Complexity: O(log count).
    mutating func pop() -> Int? {
        guard count > 0 else { return nil }
        let best = storage[0]
        count -= 1
        if count > 0 { sink(storage[count]) }
        return best
    }

    /// Fills the hole at the top with `sample`, moving better ones up.
    private mutating func sink(_ sample: Int) {
        var hole = 0
        while 2 * hole + 1 < count {
            var child = 2 * hole + 1
            if child + 1 < count,
                samples[storage[child + 1]].precedes(samples[storage[child]])
            {
                child += 1
            }
            guard samples[storage[child]].precedes(samples[sample]) else { break }
            storage[hole] = storage[child]
            hole = child
        }
        storage[hole] = sample
    }
}
