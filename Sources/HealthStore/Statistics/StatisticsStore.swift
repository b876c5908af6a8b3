import HealthModel
import MergeEngine
import Postgres

extension HealthStore {
    /// Answers a statistics query, exactly as the stored samples and the source order have it.
    ///
    /// Sums of all of a user's data come from the kept totals, whatever the length of the range;
    /// quarter hours that an edge cuts, and everything else, are computed from samples.
    ///
    /// - Throws: `HealthStoreError.userNotFound`, `.tooManySamples`.
    package func statistics(_ query: StatisticsQuery) async throws -> StatisticsResult {
        try await retrying {
            try await pool.withConnection(as: .user(query.user)) { connection in
                if let totals = TotalsEvaluation(query) { return try totals.run(on: connection) }
                return try connection.transaction(.snapshot) {
                    let user = try Self.user(query.user, on: connection)
                    let ranks = try Self.ranks(
                        user: query.user,
                        typeID: query.type.id,
                        on: connection
                    )
                    let evaluation = SampleEvaluation(query, ranks, userZone: user.timeZone)
                    return try evaluation.run(on: connection)
                }
            }
        }
    }
}
