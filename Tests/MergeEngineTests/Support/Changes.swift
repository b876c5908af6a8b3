import HealthModel
import MergeEngine
import TestSupport

extension MergeSample {
    /// The sample at another time.
    func shifted(by offset: Int64) -> MergeSample {
        var sample = self
        sample.start += offset
        sample.end += offset
        return sample
    }

    /// The sample with another value.
    func scaled(by factor: Double) -> MergeSample {
        var sample = self
        sample.value *= factor
        return sample
    }

    /// Whether both cover a time, however short.
    func overlaps(_ other: MergeSample) -> Bool {
        max(start, other.start) < min(end, other.end)
    }

    /// Two or three touching parts of the interval, of the same rate; fewer where it is too short.
    func parts(using generator: inout SeededGenerator) -> [MergeSample] {
        let cuts = (0..<2).map { _ in Int64.random(in: start...end, using: &generator) }
        let edges = Set(cuts + [start, end]).sorted()
        return zip(edges, edges.dropFirst()).map { from, to in
            var part = self
            (part.start, part.end) = (from, to)
            part.value = value * (Double(to - from) / Double(end - start))
            part.id = SampleID(bits: UInt128(generator.next()) << 64 | UInt128(generator.next()))
            return part
        }
    }
}

extension RandomCase {
    /// An interval of two microseconds at least which, split, leaves all decisions as they are.
    mutating func splittableSample(_ behavior: MergeBehavior) -> Int? {
        samples.indices.filter { index in
            let sample = samples[index]
            return sample.end - sample.start > 1
                && (behavior == .sum
                    || !samples.indices.contains { other in
                        other != index && isTied(samples[other], sample)
                    })
        }
        .randomElement(using: &generator)
    }

    private func isTied(_ one: MergeSample, _ other: MergeSample) -> Bool {
        one.rank == other.rank && one.recorded == other.recorded && one.overlaps(other)
    }

    /// A new sample of a worse source inside `cover`: an interval or an impulse, recorded later.
    mutating func sample(hiddenBy cover: MergeSample) -> MergeSample {
        let start = Int64.random(in: cover.start..<cover.end, using: &generator)
        let end = Int64.random(in: start...cover.end, using: &generator)
        return MergeSample(
            start: start,
            end: Bool.random(using: &generator) ? end : start,
            value: 1e6,
            recorded: 99,
            id: SampleID(bits: UInt128(generator.next()) << 64 | UInt128(generator.next())),
            rank: cover.rank + 1
        )
    }
}
