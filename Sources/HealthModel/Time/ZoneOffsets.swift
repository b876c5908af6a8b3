import Foundation
import Synchronization

/// How far the clocks of a zone are ahead of UTC, asked of Foundation once and remembered.
///
/// Foundation takes most of a microsecond for each answer, and daily totals of a year ask a
/// thousand times. What is remembered comes in blocks of 388 days; outside of the years in which
/// people live every question goes to Foundation, so that memory stays bounded.
final class ZoneOffsets: Sendable {
    private let timeZone: TimeZone
    private let blocks = Mutex<[[Span]?]>(Array(repeating: nil, count: blockCount))

    /// Time up to which an offset holds.
    private struct Span {
        /// The second before which it ends.
        let end: Int64
        let offset: Int32
    }

    /// 1 January 1900.
    private static let start: Int64 = -2_208_988_800
    /// Two to this power is the seconds in a block.
    private static let blockBits: Int64 = 25
    /// Up to the year 2112.
    private static let blockCount = 200
    /// Between two looks at a zone lies a day: none has changed its clocks twice in 32 hours.
    private static let step: Int64 = 86_400

    private init(_ timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    private static let known = Mutex<[String: ZoneOffsets]>([:])

    /// The offsets of a zone that Foundation knows, the same object for the same name; nil for one
    /// it does not know.
    static func named(_ identifier: String) -> ZoneOffsets? {
        if let offsets = known.withLock({ $0[identifier] }) { return offsets }
        guard let timeZone = TimeZone(identifier: identifier) else { return nil }
        return known.withLock { known in
            if let offsets = known[identifier] { return offsets }
            let offsets = ZoneOffsets(timeZone)
            known[identifier] = offsets
            return offsets
        }
    }

    /// The offsets of UTC.
    static let utc = ZoneOffsets(.gmt)

    /// Seconds ahead of UTC in the second that begins so many seconds after 1970.
    func offset(at second: Int64) -> Int {
        let block = (second - Self.start) >> Self.blockBits
        guard block >= 0, block < Self.blockCount else { return measured(at: second) }
        return blocks.withLock { blocks in
            // Written only once: thousands of questions find it there.
            if blocks[Int(block)] == nil { blocks[Int(block)] = measuredSpans(of: block) }
            let span = blocks[Int(block)]?.first { second < $0.end }
            return span.map { Int($0.offset) } ?? measured(at: second)
        }
    }

    private func measured(at second: Int64) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Looks at every day of a block.
    private func measuredSpans(of block: Int64) -> [Span] {
        let first = Self.start + (block << Self.blockBits)
        let last = first + (1 << Self.blockBits)
        var spans: [Span] = []
        var known = first
        var offset = measured(at: first)
        while known < last {
            let next = min(known + Self.step, last)
            let nextOffset = measured(at: next)
            if nextOffset != offset {
                let change = change(from: offset, after: known, upTo: next)
                spans.append(Span(end: change, offset: Int32(offset)))
                offset = nextOffset
            }
            known = next
        }
        spans.append(Span(end: last, offset: Int32(offset)))
        return spans
    }

    /// Finds by bisection the second at which an offset ends.
    private func change(from offset: Int, after lower: Int64, upTo upper: Int64) -> Int64 {
        var same = lower
        var changed = upper
        while changed - same > 1 {
            let middle = same + (changed - same) / 2
            if measured(at: middle) == offset { same = middle } else { changed = middle }
        }
        return changed
    }
}
