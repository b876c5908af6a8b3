#if !canImport(HealthKit)
/// What statistics are to say.
///
/// Raw values as in HealthKit's header `HKStatistics.h`.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Say everything for each source, too.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
    /// Say the average; of discrete types.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
    /// Say the least value; of discrete types.
    public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
    /// Say the greatest value; of discrete types.
    public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
    /// Say the sum; of cumulative types.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
    /// Say the latest value.
    public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
    /// An older name of `mostRecent`.
    public static let discreteMostRecent = HKStatisticsOptions(rawValue: 1 << 5)
    /// Say for how long there was data.
    public static let duration = HKStatisticsOptions(rawValue: 1 << 6)
}
#endif
