import HealthModel
import MergeEngine

/// Every set of so many samples on so many instants, up to what the rules can tell apart.
///
/// The rules compare ranks and recorded times and never look at their size, so a set is spelled as
/// a sequence from best to worst: each sample has a span and, towards the one before it, is
/// recorded at the same time, recorded earlier by the same source, or of the next source. Among
/// those recorded at the same time every order of identifiers comes up, as every sequence of spans
/// does. Three sources at most.
struct SmallCases {
    private enum Relation: Int, CaseIterable {
        case sameTime
        case recordedEarlier
        case worseSource
    }

    let sampleCount: Int
    private let spans: [(start: Int64, end: Int64)]

    /// The cases of sets of `sampleCount` samples that start and end at `instants` instants.
    init(sampleCount: Int, instants: Int64) {
        self.sampleCount = sampleCount
        spans = (0..<instants).flatMap { start in (start..<instants).map { (start, $0) } }
    }

    /// How many numbers there are; a few of them name no case.
    var count: Int {
        (0..<sampleCount).reduce(1) { count, index in
            count * spans.count * (index == 0 ? 1 : Relation.allCases.count)
        }
    }

    /// The case of a number; nil where it would need a fourth source.
    ///
    /// What decides later is set against what decides first, so that no shortcut agrees by luck:
    /// worse sources record later, and what loses has the greater identifier. One sample at a time
    /// is worth 0, and the order of arrival turns with the number.
    func samples(_ number: Int) -> [MergeSample]? {
        var rest = number
        var (rank, recorded) = (Int32(0), Int64(0))
        var samples: [MergeSample] = []
        for index in 0..<sampleCount {
            if index > 0 {
                switch Relation.allCases[rest % Relation.allCases.count] {
                case .sameTime: break
                case .recordedEarlier: recorded -= 1
                case .worseSource: (rank, recorded) = (rank + 1, recorded + 10)
                }
                rest /= Relation.allCases.count
            }
            let span = spans[rest % spans.count]
            rest /= spans.count
            let value = number % (sampleCount + 1) == index ? 0 : Self.values[index]
            samples.append(
                sample(span.start, span.end, value, rank: rank, recorded: recorded, id: index)
            )
        }
        if rank > 2 { return nil }
        return number.isMultiple(of: 2) ? samples : samples.reversed()
    }

    /// No two sets of them add up to the same.
    private static let values: [Double] = [3, 10, 100, 1000]
}
