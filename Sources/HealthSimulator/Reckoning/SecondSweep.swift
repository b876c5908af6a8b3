/// Totals by asking for every second of a day whose it is.
///
/// Knows nothing of the server's engine. Everything simulated begins and ends with a whole second,
/// so the seconds are all there is: the samples are painted onto them, those that count less first,
/// and every second belongs to what was painted last.
struct SecondSweep {
    /// A sample on the axis that is swept.
    struct Piece {
        /// The first second.
        let start: Int64
        /// The first second after it.
        let end: Int64
        /// The rank of its source, smaller is better.
        let rank: Int
        /// When it was recorded.
        let created: Int64
        /// All of its value.
        let value: Double
        /// The gadget it is of.
        let gadget: Int
    }

    private let pieces: [Piece]
    private let start: Int64
    /// For each second from `start` on the piece that counts, -1 for none.
    private let owners: [Int32]

    /// Sweeps the seconds between two; pieces may reach beyond them.
    init(_ pieces: [Piece], from start: Int64, to end: Int64) {
        self.start = start
        // Sorted so that what counts more comes later: by rank, then by time of recording, then by
        // the end. No two of one source are alike in both.
        self.pieces = pieces.sorted { left, right in
            (right.rank, left.created, left.end) < (left.rank, right.created, right.end)
        }
        var owners = [Int32](repeating: -1, count: Int(end - start))
        for (index, piece) in self.pieces.enumerated() {
            let first = max(piece.start, start)
            let last = min(piece.end, end)
            guard first < last else { continue }
            for second in Int(first - start)..<Int(last - start) { owners[second] = Int32(index) }
        }
        self.owners = owners
    }

    /// The merged sum between two seconds; nil where there is no sample.
    func sum(from first: Int64, to last: Int64) -> Double? {
        var sum = 0.0
        var isTouched = false
        var second = first
        while second < last {
            let owner = owners[Int(second - start)]
            var next = second + 1
            while next < last && owners[Int(next - start)] == owner { next += 1 }
            if owner >= 0 {
                let piece = pieces[Int(owner)]
                sum += piece.value * Double(next - second) / Double(piece.end - piece.start)
                isTouched = true
            }
            second = next
        }
        for impulse in pieces where impulse.start == impulse.end {
            guard first <= impulse.start && impulse.start < last else { continue }
            isTouched = true
            if counts(impulse) { sum += impulse.value }
        }
        return isTouched ? sum : nil
    }

    /// How many seconds between two are covered; nil where there is no sample.
    func duration(from first: Int64, to last: Int64) -> Double? {
        let covered = (first..<last).count { owners[Int($0 - start)] >= 0 }
        let isTouched = pieces.contains { first <= $0.start && $0.start < last }
        return covered > 0 || isTouched ? Double(covered) : nil
    }

    /// Whether nothing better is there at an instant's time (rule 4).
    private func counts(_ impulse: Piece) -> Bool {
        !pieces.contains { other in
            guard other.start == other.end else {
                return other.start <= impulse.start && impulse.start < other.end
                    && other.rank < impulse.rank
            }
            return other.start == impulse.start
                && (other.rank, impulse.created) < (impulse.rank, other.created)
        }
    }
}
