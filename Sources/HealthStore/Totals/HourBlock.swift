import HealthModel
import MergeEngine

/// The rows that sums of hours are kept in: eight UTC days, from days divisible by eight on.
///
/// A value is the sum of its quarter hours, as they are kept, added up with the rounding errors
/// carried along; so hours and quarters never tell two stories.
enum HourBlock {
    /// Days in a block.
    static let days: Int32 = 8
    /// The size of one value.
    private static let valueSize = MemoryLayout<UInt64>.size
    /// The size of the values of a day.
    private static let daySize = TotalDay.hours * valueSize

    /// A block without any data.
    static let empty = bytes(of: Array(repeating: nil, count: Int(days) * TotalDay.hours))

    /// The block that holds a day.
    static func number(of day: Int32) -> Int32 { day.quotientRoundedDown(by: days) }

    /// The blocks that hold a range of days.
    static func numbers(of days: ClosedRange<Int32>) -> ClosedRange<Int32> {
        number(of: days.lowerBound)...number(of: days.upperBound)
    }

    /// The first instant of a block, in microseconds.
    static func start(_ block: Int32) -> Int64 { Int64(block) * Int64(days) * TotalDay.length }

    /// Where the values of a day begin in its block, counted from 0.
    static func offset(of day: Int32) -> Int {
        Int(day - number(of: day) * days) * daySize
    }

    /// Adds the sums of quarter hours up to those of hours, four by four; nil where none has data.
    static func hours(ofQuarters quarters: [Double?]) -> [Double?] {
        stride(from: 0, to: quarters.count, by: 4).map { first in
            var sum: CompensatedSum?
            for case let quarter? in quarters[first..<min(first + 4, quarters.count)] {
                var next = sum ?? CompensatedSum()
                next.add(quarter)
                sum = next
            }
            return sum?.total
        }
    }

    /// Spells sums as they are kept: big-endian doubles, not-a-number for nil.
    ///
    /// No sum is not-a-number itself: one beyond all doubles is infinite.
    static func bytes(of sums: [Double?]) -> [UInt8] {
        sums.flatMap { sum in
            withUnsafeBytes(of: (sum ?? .nan).bitPattern.bigEndian) { Array($0) }
        }
    }

    /// Reads one of the values; not-a-number where there is no data.
    static func value(_ index: Int, of bytes: UnsafeRawBufferPointer) -> Double {
        let offset = index * valueSize
        let bits = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: UInt64(bigEndian: bits))
    }

    /// The number of values in bytes.
    static func count(of bytes: UnsafeRawBufferPointer) -> Int { bytes.count / valueSize }
}
