/// A sample that may count later, with what nearly always decides: comparing two of them seldom
/// asks the samples, which in a large heap lie far apart.
struct Candidate {
    private let recorded: Int64
    private let rank: Int32
    /// The sample's index, which fits: so many samples would fill 128 GiB.
    private let number: Int32

    /// Names the sample of an index.
    @inline(__always)
    init(_ index: Int, in samples: UnsafeBufferPointer<MergeSample>) {
        recorded = samples[index].recorded
        rank = samples[index].rank
        number = Int32(index)
    }

    /// The sample, as an index.
    @inline(__always)
    var index: Int { Int(number) }

    /// Decides as `MergeSample.precedes` does.
    @inline(__always)
    func precedes(_ other: Candidate, in samples: UnsafeBufferPointer<MergeSample>) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if recorded != other.recorded { return recorded > other.recorded }
        return samples[index].precedes(samples[other.index])
    }
}

/// The covering samples that may count once the winner has ended: a binary heap, best on top.
///
/// Works in storage that the caller owns, with room for every sample, so it never allocates. Ended
/// samples stay until they reach the top, where the sweep drops them (lazy deletion), or until they
/// may be half of the heap: so it stays about as small as what still covers, and in the cache.
struct CandidateHeap {
    /// How many candidates are too few to look for ended ones among them.
    private static let fewCandidates = 64

    private let samples: UnsafeBufferPointer<MergeSample>
    private let storage: UnsafeMutableBufferPointer<Candidate>
    private var count = 0
    /// How many candidates there may be before the ended ones are looked for.
    private var limit = fewCandidates

    /// Makes an empty heap of `samples`.
    init(
        samples: UnsafeBufferPointer<MergeSample>,
        storage: UnsafeMutableBufferPointer<Candidate>
    ) {
        self.samples = samples
        self.storage = storage
    }

    /// Adds a sample; each sample is in the heap at most once at any time.
    ///
    /// Those that have ended by `time` may be dropped: nothing asks for them any more.
    ///
    /// - Complexity: O(log count), amortised.
    mutating func push(_ sample: Int, at time: Int64) {
        if count == limit { dropEnded(by: time) }
        let candidate = Candidate(sample, in: samples)
        var hole = count
        count += 1
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard candidate.precedes(storage[parent], in: samples) else { break }
            storage[hole] = storage[parent]
            hole = parent
        }
        storage[hole] = candidate
    }

    /// Removes and returns the best sample, or nil when there is none.
    ///
    /// - Complexity: O(log count).
    mutating func pop() -> Int? {
        guard count > 0 else { return nil }
        let best = storage[0]
        count -= 1
        if count > 0 { sink(storage[count], from: 0) }
        return best.index
    }

    /// Keeps the samples that end after `time`; the next look comes once they have doubled.
    private mutating func dropEnded(by time: Int64) {
        var kept = 0
        for place in 0..<count where samples[storage[place].index].end > time {
            storage[kept] = storage[place]
            kept += 1
        }
        count = kept
        limit = max(Self.fewCandidates, 2 * kept)
        // From the last parent up, which is linear (R. Floyd, "Algorithm 245: Treesort 3", 1964).
        var parent = count / 2
        while parent > 0 {
            parent -= 1
            sink(storage[parent], from: parent)
        }
    }

    /// Fills a hole with `candidate`, moving better ones up.
    private mutating func sink(_ candidate: Candidate, from start: Int) {
        var hole = start
        while 2 * hole + 1 < count {
            var child = 2 * hole + 1
            if child + 1 < count, storage[child + 1].precedes(storage[child], in: samples) {
                child += 1
            }
            guard storage[child].precedes(candidate, in: samples) else { break }
            storage[hole] = storage[child]
            hole = child
        }
        storage[hole] = candidate
    }
}
