/// Days of a person who carries a phone and a watch.
///
/// Steps are recorded by either in turns, and overlap; for three of steps there is a heart rate.
struct BenchHistory: Sendable {
    /// What the report calls it.
    let name: String
    /// Days after 1 January 2016.
    let days: Range<Int64>

    /// As many days as are wanted up to the last of 2025, ten years at most; May 2024 is in it.
    static func long(_ days: Int) -> BenchHistory {
        let first = min(lastDay - Int64(days), oneMonth.days.lowerBound)
        return BenchHistory(
            name: days == 3650 ? "ten years" : "\(lastDay - first) days",
            days: first..<lastDay
        )
    }

    /// 2024.
    static let oneYear = BenchHistory(name: "one year", days: 2922..<3288)
    /// May 2024.
    static let oneMonth = BenchHistory(name: "one month", days: 3043..<3074)

    /// The tenth of May 2024.
    static let oneDay = BenchHistory(name: "one day", days: 3052..<3053)

    /// At least so many samples, if ten years have them, May 2024's among the first or the last.
    static func hidden(_ count: Int, _ plan: BenchPlan) -> [BenchSample] {
        let daily = plan.stepsADay + plan.stepsADay / 3
        let days = Int64((count + daily - 1) / max(daily, 1))
        let month = oneMonth.days
        let isShort = days <= Int64(month.count)
        let wanted =
            isShort
            ? month.lowerBound..<month.lowerBound + days : max(lastDay - days, 0)..<lastDay
        return BenchHistory(name: "hidden", days: wanted).samples(stepsADay: plan.stepsADay)
    }

    private static let lastDay: Int64 = 3653
    private static let day: Int64 = 86_400_000_000
    private static let minute: Int64 = 60_000_000
    /// 1 January 2016.
    private static let start: Int64 = 1_451_606_400_000_000

    /// The samples, day by day.
    ///
    /// - Parameter stepsADay: how many samples of steps each day has, 36 at most.
    func samples(stepsADay: Int) -> [BenchSample] {
        days.flatMap { number in
            (0..<stepsADay).map { Self.steps(day: number, piece: Int64($0)) }
                + (0..<stepsADay / 3).map { Self.heartRate(day: number, piece: Int64($0)) }
        }
    }

    /// Five minutes of each half hour are the next one's, too.
    private static func steps(day number: Int64, piece: Int64) -> BenchSample {
        let begin = start + number * day + (420 + piece * 25) * minute
        return BenchSample(
            uuid: UInt128(number * 100 + piece + 1),
            type: .stepCount,
            start: begin,
            end: begin + 30 * minute,
            value: Double(50 + piece),
            device: piece % 2 == 0 ? .watch : .phone
        )
    }

    private static func heartRate(day number: Int64, piece: Int64) -> BenchSample {
        let begin = start + number * day + (420 + piece * 75) * minute
        return BenchSample(
            uuid: UInt128(number * 100 + piece + 51),
            type: .heartRate,
            start: begin,
            end: begin,
            value: Double(60 + piece)
        )
    }
}

extension [BenchSample] {
    /// The samples in pieces of at most so many.
    func batches(of size: Int) -> [[BenchSample]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
