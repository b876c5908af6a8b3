#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

extension StatisticsQuestion {
    /// Asks about the range of the predicate as a whole.
    ///
    /// - Throws: `HKError` with `errorNoData` where no sample matches.
    func statistics(on server: HealthServer) async throws -> HKStatistics {
        guard let scope = try await scope(on: server) else { throw Self.noData }
        let separated = options.contains(.separateBySource)
        var figures = try await figures(scope, separated: separated, on: server)
        guard figures.hasData else { throw Self.noData }
        let catalogue = SourceCatalogue(separated ? try await server.sources() : [])
        // Sources that are one to HealthKit have to be merged again, which only the server can.
        for group in catalogue.groups(of: Set(figures.sources?.keys.map { $0 } ?? [])) {
            let part = try await self.figures(
                scope.narrowed(to: group),
                separated: false,
                on: server
            )
            for id in group { figures.sources?[id] = nil }
            figures.sources?[group[0]] = part.values
        }
        return catalogue.statistics(figures, self)
    }

    private func figures(
        _ scope: Scope,
        separated: Bool,
        on server: HealthServer
    ) async throws -> StatisticsFigures {
        try await server.call(
            "GET",
            ["statistics", type.identifier],
            query: scope.query + [("options", words(separatedBySource: separated))],
            read: StatisticsFigures.init
        )
    }

    /// The error of a question that no sample answers.
    static var noData: HKError {
        .failure(.errorNoData, "No data available for the specified predicate.")
    }
}

extension StatisticsQuestion.Scope {
    /// All parameters that narrow.
    var query: [(name: String, value: String?)] {
        parameters + [
            ("start", RFC3339.format(range.start)), ("end", RFC3339.format(range.end)),
            ("source", sourceIDs?.joined(separator: ",")),
        ]
    }

    /// The scope with fewer sources.
    func narrowed(to ids: [String]) -> StatisticsQuestion.Scope {
        StatisticsQuestion.Scope(range: range, parameters: parameters, sourceIDs: ids)
    }

    /// The scope with another range.
    func over(_ range: TimeRange) -> StatisticsQuestion.Scope {
        StatisticsQuestion.Scope(range: range, parameters: parameters, sourceIDs: sourceIDs)
    }
}
#endif
