import HealthModel
import JSON

/// Statistics and their explanation.
extension APIClient {
    /// What statistics are asked about.
    struct Question: Sendable {
        /// The type, by its full or short name.
        let type: String
        /// The first instant of the range.
        let start: ZonedInstant
        /// The first instant after it.
        let end: ZonedInstant
        /// The unit of the answer; nil for the type's own.
        var unit: String?
        /// Whether every source's own numbers are wanted, too.
        var isSeparatedBySource = false
        /// What narrows and places samples, as the server takes it.
        var narrowing = Narrowing()

        fileprivate var query: [(name: String, value: String?)] {
            [
                ("start", RFC3339.format(start)), ("end", RFC3339.format(end)), ("unit", unit),
                ("options", isSeparatedBySource ? "separateBySource" : nil),
            ] + narrowing.query
        }
    }

    /// Parameters that say which samples take part in statistics; nil for those not given.
    struct Narrowing: Sendable {
        /// The ids of the only sources, parted by commas.
        var source: String?
        /// `only` or `exclude`.
        var userEntered: String?
        /// The ends that must lie in the range: `start`, `end` or `start,end`.
        var strict: String?
        /// The values of a category type, parted by commas.
        var value: String?
        /// An IANA zone, or `recorded`.
        var timeZone: String?

        fileprivate var query: [(name: String, value: String?)] {
            [
                ("source", source), ("userEntered", userEntered), ("strict", strict),
                ("value", value), ("timeZone", timeZone),
            ]
        }
    }

    /// The statistics of one range.
    func statistics(_ question: Question, user: String) async throws -> StatisticsAnswer {
        let path = APIPath.user(user, ["statistics", question.type], query: question.query)
        return try await call("GET", path, read: StatisticsAnswer.init)
    }

    /// The statistics of each calendar interval of a range in a zone.
    func collection(
        _ question: Question,
        interval: String,
        timeZone: String,
        user: String
    ) async throws -> [StatisticsAnswer] {
        let path = APIPath.user(
            user,
            ["statistics", question.type, "collection"],
            query: question.query + [("interval", interval), ("timeZone", timeZone)]
        )
        return try await call("GET", path) { root in
            try (root["buckets"]?.elements).map { try $0.map(StatisticsAnswer.init) } ?? []
        }
    }

    /// Who counted in a range, as the server wrote it.
    func explanation(_ question: Question, user: String) async throws -> APIAnswer {
        let path = APIPath.user(
            user,
            ["statistics", question.type, "explanation"],
            query: question.query
        )
        return try await answer("GET", path)
    }
}

/// The statistics of a range; a number is nil where there is no data or it was not asked for.
struct StatisticsAnswer: Sendable {
    /// The numbers of one source.
    struct PerSource: Sendable {
        /// The source.
        let source: SourceAnswer
        /// The sum of what it recorded.
        let sum: Double?
    }

    /// The first instant of the range.
    let start: ZonedInstant
    /// The first instant after it.
    let end: ZonedInstant
    /// The merged sum.
    let sum: Double?
    /// The average.
    let average: Double?
    /// The least value.
    let min: Double?
    /// The greatest value.
    let max: Double?
    /// The sources with data, when they were asked for.
    let sources: [PerSource]

    /// Reads statistics out of an answer, or a bucket of one.
    init(_ value: JSONValue) throws {
        start = try value.time("start")
        end = try value.time("end")
        sum = value["sum"]?.double
        average = value["average"]?.double
        min = value["min"]?.double
        max = value["max"]?.double
        sources =
            try (value["sources"]?.elements).map { elements in
                try elements.map { entry in
                    PerSource(source: try SourceAnswer(entry), sum: entry["sum"]?.double)
                }
            } ?? []
    }

    /// The sum of what a source recorded, zero without data.
    func sum(ofSource id: String) -> Double {
        sources.first { $0.source.id == id }?.sum ?? 0
    }
}
