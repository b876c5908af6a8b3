/// The merge of rule 8: intakes and events, where every sample counts and hides nothing.
struct EverySample {
    /// The samples, sorted by start.
    let samples: UnsafeBufferPointer<MergeSample>

    /// Tells `sink` every sample that starts before the window's end.
    ///
    /// Ties in start are told by end and identifier, so that sums do not depend on arrival.
    ///
    /// - Complexity: O(n), and O(k log k) for k samples that share a start.
    func run(window: (start: Int64, end: Int64), into sink: inout some MergeSink) {
        var index = 0
        while index < samples.count, samples[index].start < window.end {
            var next = index + 1
            while next < samples.count, samples[next].start == samples[index].start { next += 1 }
            if next == index + 1 {
                count(index, from: window.start, into: &sink)
            } else {
                for sample in (index..<next).sorted(by: isAddedBefore) {
                    count(sample, from: window.start, into: &sink)
                }
            }
            index = next
        }
    }

    private func isAddedBefore(_ left: Int, _ right: Int) -> Bool {
        samples[left].isAddedBefore(samples[right])
    }

    @inline(__always)
    private func count(_ index: Int, from start: Int64, into sink: inout some MergeSink) {
        let sample = samples[index]
        if !sample.isImpulse {
            sink.count(index, from: sample.start, to: sample.end)
        } else if sample.start >= start {
            sink.countImpulse(index)
        }
    }
}
