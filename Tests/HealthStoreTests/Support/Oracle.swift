import HealthModel
import HealthStore

/// The merge told slowly from the rules: it knows nothing of the engine, the ranking or the totals.
///
/// Time is cut at every start and end; for each piece every sample is asked. What that gives does
/// not change with the range asked for, so it is worked out once.
struct Oracle {
    /// Something that counts: an interval's rate over a piece of time, or an impulse.
    private struct Piece {
        var start: Int64
        var end: Int64
        var value: Double
        var length: Int64

        init(_ sample: TestSample, from start: Int64, to end: Int64) {
            self.start = start
            self.end = end
            value = sample.value
            length = sample.end - sample.start
        }
    }

    private let pieces: [Piece]
    private let touching: [(start: Int64, end: Int64)]

    /// Works out what counts of samples under an order of sources.
    init(_ samples: [TestSample], _ order: TestOrder, behavior: MergeBehavior) {
        let ranked = samples.compactMap { sample in
            order.place(of: sample).map { (sample: sample, place: $0) }
        }
        touching = ranked.map { ($0.sample.start, $0.sample.end) }
        pieces =
            behavior == .sum
            ? ranked.map { Piece($0.sample, from: $0.sample.start, to: $0.sample.end) }
            : Self.merged(ranked)
    }

    /// The sum between two instants; nil where no sample reaches.
    func sum(_ from: Int64, _ to: Int64) -> Double? {
        let isTouched = touching.contains { start, end in
            start == end ? from <= start && start < to : start < to && from < end
        }
        guard isTouched, from < to else { return nil }
        return pieces.reduce(0) { sum, piece in
            if piece.length == 0 {
                return from <= piece.start && piece.start < to ? sum + piece.value : sum
            }
            let inside = min(piece.end, to) - max(piece.start, from)
            return inside > 0 ? sum + piece.value * Double(inside) / Double(piece.length) : sum
        }
    }

    /// Sums between neighbouring edges.
    func sums(_ edges: [Int64]) -> [Double?] {
        zip(edges, edges.dropFirst()).map { sum($0, $1) }
    }

    private typealias Ranked = (sample: TestSample, place: [String])

    private static func merged(_ ranked: [Ranked]) -> [Piece] {
        let cuts = Set(ranked.flatMap { [$0.sample.start, $0.sample.end] }).sorted()
        let intervals = ranked.filter { $0.sample.start < $0.sample.end }
        let impulses = ranked.filter { $0.sample.start == $0.sample.end }
        var pieces: [Piece] = []
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            let covering = intervals.filter { $0.sample.start <= start && end <= $0.sample.end }
            guard let winner = covering.max(by: { isBetter($1, $0) }) else { continue }
            pieces.append(Piece(winner.sample, from: start, to: end))
        }
        for impulse in impulses {
            let instant = impulse.sample.start
            let isHidden =
                intervals.contains {
                    $0.sample.start <= instant && instant < $0.sample.end
                        && $0.place.lexicographicallyPrecedes(impulse.place)
                }
                || impulses.contains {
                    $0.sample.start == instant && isBetter($0, impulse)
                }
            if !isHidden { pieces.append(Piece(impulse.sample, from: instant, to: instant)) }
        }
        return pieces
    }

    /// Rules 3 and 5: the better source, then what was recorded later, ends later, has the greater
    /// identifier.
    private static func isBetter(_ one: Ranked, _ other: Ranked) -> Bool {
        if one.place != other.place { return one.place.lexicographicallyPrecedes(other.place) }
        let (left, right) = (one.sample, other.sample)
        let recorded = (left.created ?? TestTime.now, right.created ?? TestTime.now)
        if recorded.0 != recorded.1 { return recorded.0 > recorded.1 }
        return left.end != right.end ? left.end > right.end : left.id > right.id
    }
}

/// An order of sources as a test sets it.
struct TestOrder: Sendable {
    var ranked: [SourceReference] = []
    var disabled: [SourceReference] = []

    /// Where a sample stands (rule 2), as words that sort; nil when its source is switched off.
    ///
    /// Sources of the tests have no device, so bundle identifier and product type decide.
    func place(of sample: TestSample) -> [String]? {
        let identity = sample.source.identity
        if disabled.contains(where: { $0.identity == identity }) { return nil }
        if let index = ranked.firstIndex(where: { $0.identity == identity }) {
            return ["0", String(1000 + index)]
        }
        let product = identity.productType
        let kind =
            if sample.isUserEntered {
                "1"
            } else if product?.hasPrefix("Watch") == true {
                "2"
            } else if product?.hasPrefix("iPhone") == true {
                "3"
            } else {
                "4"
            }
        return [kind, identity.bundleIdentifier, product ?? ""]
    }
}

/// Whether two sums agree to one part in a thousand million.
func agree(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
}

/// Whether two lists of sums agree one by one.
func agree(_ left: [Double?], _ right: [Double?]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
}
