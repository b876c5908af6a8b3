import HealthAPI
import HealthModel
import HealthStore

/// The `options` parameter.
struct StatisticsOptions {
    /// What is asked for; what is usual for the type where nothing was.
    private(set) var options: Set<StatisticsOption> = []
    /// Whether each source is asked about by itself, too.
    private(set) var isSeparatedBySource = false

    /// Reads and checks the options: those of the other kind of type are refused, as HealthKit
    /// refuses them.
    ///
    /// - Throws: `Problem` with `invalidOption`.
    init(_ parameters: QueryParameters, type: StatisticsType) throws {
        for word in try parameters.list("options") ?? [] {
            if word == "separateBySource" {
                isSeparatedBySource = true
                continue
            }
            guard let option = StatisticsOption(rawValue: word) else {
                throw Problem(
                    .invalidOption,
                    "Not one of: " + Self.names(StatisticsOption.allCases)
                        + ", separateBySource.",
                    field: "options"
                )
            }
            guard type.options.contains(option) else {
                let allowed = StatisticsOption.allCases.filter(type.options.contains)
                throw Problem(
                    .invalidOption,
                    "\(type.kind) has these options only: \(Self.names(allowed)),"
                        + " separateBySource.",
                    field: "options"
                )
            }
            options.insert(option)
        }
        if options.isEmpty { options = type.defaultOptions }
    }

    private static func names(_ options: [StatisticsOption]) -> String {
        options.map(\.rawValue).joined(separator: ", ")
    }
}

extension StatisticsType {
    /// What a type of its kind is called.
    fileprivate var kind: String {
        switch self {
        case .quantity(let type):
            type.aggregationStyle == .cumulative ? "A cumulative type" : "A discrete type"
        case .category: "A category type"
        }
    }
}
