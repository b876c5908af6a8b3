/// A batch's place in the queue, which is the name of its file.
///
/// `000000000012a-6f1c....samples`: a number, the way there through halvings, the batch's name, what
/// it holds; between the last two, behind a point, the key it was appended with, if any. Ordered as
/// the batches are to be sent.
struct QueueEntry: Hashable, Sendable, Comparable {
    /// What a batch holds.
    enum Kind: String, Sendable {
        /// Samples, a line of JSON each.
        case samples
        /// Identifiers of samples to be deleted, a line each.
        case deletions
    }

    /// Where the batch stands among those appended.
    let number: Int
    /// Which half it is of a batch that was halved, of which half, and so on: `a` and `b`.
    var halves = ""
    /// The name by which the server knows it.
    var name: BatchName
    /// The key that was given with it; nil where nobody gives it again.
    var origin: BatchName?
    /// What it holds.
    let kind: Kind

    /// Makes the entry of a new batch.
    init(number: Int, name: BatchName, kind: Kind) {
        self.number = number
        self.name = name
        self.kind = kind
    }

    /// Reads the name of a file; nil for one that is not of the queue.
    init?(fileName: String) {
        let stem = fileName.prefix { $0 != "." }
        let parts = stem.split(separator: "-", maxSplits: 1)
        let endings = fileName.dropFirst(stem.count + 1).split(separator: ".")
        guard parts.count == 2, let name = BatchName(parts[1]),
            let kind = endings.last.flatMap({ Kind(rawValue: String($0)) })
        else { return nil }
        let digits = parts[0].prefix { $0 != "a" && $0 != "b" }
        guard let number = Int(digits), number > 0 else { return nil }
        self.init(number: number, name: name, kind: kind)
        halves = String(parts[0].dropFirst(digits.count))
        origin = endings.count > 1 ? BatchName(endings[0]) : nil
        // Whatever else reads as the same number is not ours.
        guard self.fileName == fileName else { return nil }
    }

    /// The name of its file.
    var fileName: String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
        let key = origin.map { ".\($0)" } ?? ""
        return "\(zeros)\(digits)\(halves)-\(name)\(key).\(kind.rawValue)"
    }

    /// The entries of its halves, in order.
    var divided: (first: QueueEntry, second: QueueEntry) {
        var (first, second) = (self, self)
        first.halves += "a"
        second.halves += "b"
        first.name = name.half(0)
        second.name = name.half(1)
        return (first, second)
    }

    /// Whether it is a half, or a half of a half, of another one.
    func isPart(of other: QueueEntry) -> Bool {
        number == other.number && halves != other.halves && halves.hasPrefix(other.halves)
    }

    static func < (left: QueueEntry, right: QueueEntry) -> Bool {
        (left.number, left.halves) < (right.number, right.halves)
    }
}
