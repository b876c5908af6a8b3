#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// A question for the statistics of the intervals of a range.
struct CollectionQuestion: Sendable {
    /// What is computed of what.
    let question: StatisticsQuestion
    /// A date at which an interval begins.
    let anchorDate: Date
    /// The length of the intervals.
    let intervalComponents: DateComponents

    /// The answer, as far as there is data.
    struct Answer: Sendable, Equatable {
        /// The figures of the intervals that have data, in order.
        var figures: [StatisticsFigures] = []
        /// The sources that figures tell of.
        var catalogue = SourceCatalogue([])
    }

    /// Asks the server, and makes a collection of the answer.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func collection(on server: HealthServer) async throws -> HKStatisticsCollection {
        try collection(of: try await answer(on: server))
    }

    /// Makes a collection of an answer.
    ///
    /// - Throws: `HKError` for interval components that make no interval.
    func collection(of answer: Answer) throws -> HKStatisticsCollection {
        let interval = try CollectionInterval(intervalComponents)
        let anchor = Instant(nearest: anchorDate)
        return HKStatisticsCollection(
            quantityType: question.type,
            statistics: answer.figures.map { answer.catalogue.statistics($0, question) },
            span: { date in
                interval.interval(around: Instant(nearest: date), anchor: anchor).map {
                    DateInterval(start: Date($0.start), end: Date($0.end))
                }
            }
        )
    }

    /// Asks the server.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func answer(on server: HealthServer) async throws -> Answer {
        let interval = try CollectionInterval(intervalComponents)
        guard var scope = try await question.scope(on: server) else { return Answer() }
        if question.hasOpenRange || interval.isTooFine(for: scope.range) {
            guard let range = try await extent(of: scope, on: server) else { return Answer() }
            scope = scope.over(range)
        }
        let separated = question.options.contains(.separateBySource)
        var answer = Answer(
            figures: try await figures(scope, interval, separated: separated, on: server),
            catalogue: SourceCatalogue(separated ? try await server.sources() : [])
        )
        let ids = Set(answer.figures.flatMap { $0.sources.map { Array($0.keys) } ?? [] })
        // Sources that are one to HealthKit have to be merged again, which only the server can.
        for group in answer.catalogue.groups(of: ids) {
            let scope = scope.narrowed(to: group)
            let part = try await figures(scope, interval, separated: false, on: server)
            answer.replace(group, by: part)
        }
        return try answer.widened(interval, anchor: Instant(nearest: anchorDate), scope.range)
    }

    private func figures(
        _ scope: StatisticsQuestion.Scope,
        _ interval: CollectionInterval,
        separated: Bool,
        on server: HealthServer
    ) async throws -> [StatisticsFigures] {
        try await server.call(
            "GET",
            ["statistics", question.type.identifier, "collection"],
            query: scope.query + [
                ("interval", interval.text), ("timeZone", interval.zone.identifier),
                ("anchorDate", RFC3339.format(Instant(nearest: anchorDate))),
                ("options", question.words(separatedBySource: separated)),
            ],
            timeout: .seconds(60)
        ) { json in
            try (json["buckets"]?.elements).map { try $0.map { try StatisticsFigures($0) } } ?? []
        }.filter(\.hasData)
    }

    /// The time from the first sample of the type to the last, within the range of a scope.
    ///
    /// A collection without bounds has as many intervals as there is data for, while the server
    /// wants to know where to begin and to end.
    private func extent(
        of scope: StatisticsQuestion.Scope,
        on server: HealthServer
    ) async throws -> TimeRange? {
        let selection = SampleSelection(type: question.type, filter: question.filter)
        let bounds = question.filter.bounds
        func first(_ bounds: SampleBounds, descending: Bool) async throws -> HKSample? {
            var pages = try await SamplePages(
                selection,
                bounds: bounds,
                isDescending: descending,
                on: server
            )
            var size = 1
            while let page = try await pages.next(size: size) {
                if let sample = page.first { return sample }
                size = 1000
            }
            return nil
        }
        guard let earliest = try await first(bounds, descending: false),
            let latest = try await first(bounds, descending: true)
        else { return nil }
        // What ends last may have started earlier, but then it covers the latest start.
        let covering = SampleBounds(earliestEnd: Instant(nearest: latest.startDate))
        var pages = try await SamplePages(
            selection,
            bounds: bounds.intersection(covering),
            isDescending: false,
            on: server
        )
        var end = Instant(nearest: latest.endDate)
        while let page = try await pages.next(size: 1000) {
            end = page.reduce(end) { max($0, Instant(nearest: $1.endDate)) }
        }
        let start = max(scope.range.start, Instant(nearest: earliest.startDate))
        // An instant at the very end lies in an interval only if the range goes on behind it.
        end = min(scope.range.end, Instant(microseconds: end.microseconds + 1))
        return start < end ? TimeRange(start: start, end: end) : nil
    }
}

extension CollectionQuestion.Answer {
    /// Puts what sources come to together in the place of each of them.
    fileprivate mutating func replace(_ group: [String], by part: [StatisticsFigures]) {
        let together = Dictionary(part.map { ($0.start, $0.values) }) { first, _ in first }
        for index in figures.indices {
            for id in group { figures[index].sources?[id] = nil }
            let start = figures[index].start
            figures[index].sources?[group[0]] = together[start]
        }
    }

    /// Gives the outer intervals, which the server cuts to the range, their whole length.
    fileprivate func widened(
        _ interval: CollectionInterval,
        anchor: Instant,
        _ range: TimeRange
    ) throws -> CollectionQuestion.Answer {
        guard !figures.isEmpty else { return self }
        let edges = try interval.edges(covering: range, anchor: anchor)
        guard let start = edges.first, let end = edges.last else { return self }
        var answer = self
        for index in figures.indices {
            if figures[index].start == range.start { answer.figures[index].start = start }
            if figures[index].end == range.end { answer.figures[index].end = end }
        }
        return answer
    }
}
#endif
