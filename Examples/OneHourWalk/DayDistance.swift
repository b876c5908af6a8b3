import RemoteHealthKit

/// The distance of a day in kilometres, which the Health app shows where people count in them.
struct DayDistance: Sendable {
    /// What each source measured, by its name, in the order of the names.
    let bySource: [(name: String, kilometers: Double)]
    /// All of it, with what two sources measured at the same time counted once.
    let total: Double

    /// Reads the statistics of a day; nil where there is nothing to be seen.
    init(_ statistics: HKStatistics?) {
        let kilometer = HKUnit.meterUnit(with: .kilo)
        let sources = (statistics?.sources ?? []).sorted { $0.name < $1.name }
        bySource = sources.map { source in
            (source.name, statistics?.sumQuantity(for: source)?.doubleValue(for: kilometer) ?? 0)
        }
        total = statistics?.sumQuantity()?.doubleValue(for: kilometer) ?? 0
    }
}
