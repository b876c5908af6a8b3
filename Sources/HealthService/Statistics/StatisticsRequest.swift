import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// A parsed question for statistics, of one range or of a collection, or for an explanation.
struct StatisticsRequest {
    let type: StatisticsType
    let unit: UnitConversion
    let clock: StatisticsClock
    let start: Instant
    let end: Instant
    let intervalText: String?
    let query: StatisticsQuery

    /// What narrows and places samples, and says how an answer is written.
    private static let commonParameters: Set<String> = [
        "start", "end", "strict", "unit", "source", "userEntered", "timeZone", "value",
    ]

    /// Parses a question about one range.
    init(range head: HTTPRequestHead, access: UserAccess, type name: String) throws {
        let parameters = try QueryParameters(
            head.query,
            known: Self.commonParameters.union(["options"])
        )
        let clock = try Self.clock(parameters, isCollection: false)
        try self.init(parameters, access: access, type: name, clock: clock) { start, end in
            [start, end]
        }
    }

    /// Parses a question for the explanation of one range.
    init(explanation head: HTTPRequestHead, access: UserAccess, type name: String) throws {
        let parameters = try QueryParameters(head.query, known: Self.commonParameters)
        let clock = try Self.clock(parameters, isCollection: false)
        try self.init(parameters, access: access, type: name, clock: clock) { start, end in
            [start, end]
        }
        guard type.merge != .none else {
            throw Problem(
                .invalidOption,
                "Samples of a discrete type are not merged: there is nothing to explain.",
                field: "type"
            )
        }
    }

    /// Parses a question about every interval of a partition.
    init(
        collection head: HTTPRequestHead,
        access: UserAccess,
        type name: String,
        limits: ServiceLimits
    ) throws {
        let parameters = try QueryParameters(
            head.query,
            known: Self.commonParameters.union(["options", "interval", "anchorDate"])
        )
        try self.init(
            partition: parameters,
            access: access,
            type: name,
            limits: limits,
            interval: nil
        )
    }

    /// Parses what every question about the intervals of a partition has.
    ///
    /// - Parameter standard: The interval where none is given; nil where one has to be.
    init(
        partition parameters: QueryParameters,
        access: UserAccess,
        type name: String,
        limits: ServiceLimits,
        interval standard: String?
    ) throws {
        let clock = try Self.clock(parameters, isCollection: true)
        let interval = try Self.interval(parameters, standard: standard)
        try self.init(parameters, access: access, type: name, clock: clock) { start, end in
            try Self.edges(
                parameters,
                interval: interval,
                from: start,
                to: end,
                clock: clock,
                limit: limits.bucketsPerCollection
            )
        }
    }

    private init(
        _ parameters: QueryParameters,
        access: UserAccess,
        type name: String,
        clock: StatisticsClock,
        edges: (Instant, Instant) throws -> [Instant]
    ) throws {
        type = try Catalogue.requireStatisticsType(name, field: "type")
        unit = try UnitConversion(parameters, type: type)
        self.clock = clock
        (start, end) = try Self.range(parameters, clock)
        intervalText = parameters.text("interval")
        let options = try StatisticsOptions(parameters, type: type)
        query = StatisticsQuery(
            user: access.user,
            type: type,
            edges: start < end ? try edges(start, end) : [start, end],
            filter: try parameters.filter(visibility: access.visibility(of: type.id)),
            values: try parameters.categoryValues(of: type),
            strict: try parameters.strictOptions(),
            axis: clock.isWall ? .recorded : .instant,
            options: options.options,
            isSeparatedBySource: options.isSeparatedBySource
        )
    }

    private static func clock(_ parameters: QueryParameters, isCollection: Bool) throws
        -> StatisticsClock
    {
        guard let name = parameters.text("timeZone") else {
            if isCollection { return .zone(.utc) }
            let range = try parameters.range()
            return .written(start: range.start, end: range.end)
        }
        if name == "recorded" { return .wall }
        guard let zone = Zone(identifier: name) else {
            throw Problem(
                .invalidParameter,
                "Not an IANA time zone such as Europe/Paris, nor 'recorded'.",
                field: "timeZone"
            )
        }
        return .zone(zone)
    }

    private static func range(
        _ parameters: QueryParameters,
        _ clock: StatisticsClock
    ) throws -> (start: Instant, end: Instant) {
        guard clock.isWall else {
            let range = try parameters.range()
            return (range.start.instant, range.end.instant)
        }
        _ = try parameters.requiredText("start")
        _ = try parameters.requiredText("end")
        guard let start = try parameters.wallClock("start"),
            let end = try parameters.wallClock("end"),
            start <= end
        else { throw Problem(.invalidRange, "The range ends before it starts.", field: "end") }
        return (start, end)
    }

    private static func interval(
        _ parameters: QueryParameters,
        standard: String?
    ) throws -> CalendarInterval {
        let text =
            try standard.map { parameters.text("interval") ?? $0 }
            ?? parameters.requiredText("interval")
        guard let interval = CalendarInterval(iso8601: text) else {
            throw Problem(
                .invalidParameter,
                "Not an ISO 8601 interval of whole units longer than nothing, such as PT1H, P1D,"
                    + " P1W or P1M.",
                field: "interval"
            )
        }
        return interval
    }

    private static func edges(
        _ parameters: QueryParameters,
        interval: CalendarInterval,
        from start: Instant,
        to end: Instant,
        clock: StatisticsClock,
        limit: Int
    ) throws -> [Instant] {
        let anchor =
            clock.isWall
            ? try parameters.wallClock("anchorDate") : try parameters.time("anchorDate")?.instant
        let partition = CalendarPartition(
            interval: interval,
            anchor: anchor ?? start,
            zone: clock.zone
        )
        do {
            return try partition.edges(
                covering: TimeRange(start: start, end: end),
                limit: limit
            )
        } catch {
            throw Problem(
                .tooManyBuckets,
                "The interval cuts the range into more than \(limit) buckets.",
                field: "interval"
            )
        }
    }
}
