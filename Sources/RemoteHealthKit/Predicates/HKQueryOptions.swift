#if !canImport(HealthKit)
/// How a sample has to lie in a range of time to match.
public struct HKQueryOptions: OptionSet, Sendable {
    /// The bits, as in HealthKit.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The sample starts in the range.
    public static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
    /// The sample ends in the range.
    public static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}
#endif
