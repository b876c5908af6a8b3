package import HealthModel

/// A type that statistics can be asked of.
package enum StatisticsType: Hashable, Sendable {
    /// A type whose values add up or average.
    case quantity(QuantityType)
    /// A type whose samples cover time.
    case category(CategoryType)

    /// The number stored with every sample.
    package var id: Int16 {
        switch self {
        case .quantity(let type): type.id
        case .category(let type): type.id
        }
    }

    /// HealthKit's full identifier.
    package var identifier: String {
        switch self {
        case .quantity(let type): type.identifier
        case .category(let type): type.identifier
        }
    }

    /// What is done with samples of several sources; of a category type, which sample stands for
    /// the time they cover together is decided as for a rate.
    package var merge: MergeBehavior {
        switch self {
        case .quantity(let type): type.merge
        case .category: .rate
        }
    }

    /// What may be asked of the type, as HealthKit has it, and the time its samples cover.
    package var options: Set<StatisticsOption> {
        switch self {
        case .quantity(let type) where type.aggregationStyle == .cumulative:
            [.sum, .mostRecent, .duration]
        case .quantity: [.average, .min, .max, .mostRecent, .duration]
        case .category: [.duration, .mostRecent]
        }
    }

    /// What is answered to a question without options.
    package var defaultOptions: Set<StatisticsOption> {
        switch self {
        case .quantity(let type) where type.aggregationStyle == .cumulative: [.sum]
        case .quantity: [.average, .min, .max, .mostRecent]
        case .category: [.duration]
        }
    }

    /// How an average weighs its samples.
    var aggregationStyle: AggregationStyle {
        switch self {
        case .quantity(let type): type.aggregationStyle
        case .category: .discreteArithmetic
        }
    }
}
