import HealthModel
import JSON

/// Samples that are no quantities, and what is asked about them.
extension APIClient {
    /// The samples of a type that touch a range, the latest first, read one by one.
    ///
    /// - Parameter limit: The most that are read.
    func latestSamples<Answer>(
        of type: String,
        from start: ZonedInstant,
        to end: ZonedInstant,
        limit: Int,
        user: String,
        read: (JSONValue) throws -> Answer
    ) async throws -> [Answer] {
        let query = [
            ("type", type), ("start", RFC3339.format(start)), ("end", RFC3339.format(end)),
            ("order", "-start"), ("limit", String(limit)),
        ]
        return try await call("GET", .user(user, ["samples"], query: query)) { root in
            try (root["samples"]?.elements).map { try $0.map(read) } ?? []
        }
    }

    /// The time in seconds that samples with some of a category type's values cover in a range.
    ///
    /// - Parameter values: Their names, with commas between.
    func duration(
        of type: String,
        values: String,
        from start: ZonedInstant,
        to end: ZonedInstant,
        user: String
    ) async throws -> Double? {
        let query = [
            ("start", RFC3339.format(start)), ("end", RFC3339.format(end)), ("value", values),
        ]
        let path = APIPath.user(user, ["statistics", type], query: query)
        return try await call("GET", path) { $0["duration"]?.double }
    }

    /// The merged statistics over a workout, in the order of the types asked for.
    func workoutStatistics(
        _ uuid: String,
        types: [String],
        user: String
    ) async throws -> [StatisticsAnswer] {
        let path = APIPath.user(
            user,
            ["workouts", uuid, "statistics"],
            query: [("type", types.joined(separator: ","))]
        )
        return try await call("GET", path) { root in
            try (root["statistics"]?.elements).map { try $0.map(StatisticsAnswer.init) } ?? []
        }
    }
}
