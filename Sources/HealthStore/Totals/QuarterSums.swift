import HealthModel
import MergeEngine
import Postgres

/// Merged sums of quarter hours, computed from samples in pieces that memory holds.
///
/// The merge is local in time (rule 3), so the pieces make no difference, not even to the last bit.
struct QuarterSums {
    let user: UserID
    let type: QuantityType
    let ranks: SourceRanks

    /// Samples held at once; a stretch with more is halved, down to a quarter of an hour.
    private static let pieceLimit = 100_000

    /// Computes the sum of each quarter hour of a range that begins and ends on one.
    ///
    /// - Throws: `HealthStoreError.tooManySamples` where a single quarter hour holds more samples
    ///   than any answer may look at.
    func sums(
        from start: Int64,
        to end: Int64,
        on connection: Connection
    ) throws -> [Double?] {
        let count = Int((end - start) / TotalDay.quarter)
        let isWhole = count == 1
        do {
            let samples = try HealthStore.load(
                user: user,
                typeID: type.id,
                from: start,
                to: end,
                filter: SampleFilter(visibility: .all),
                limit: isWhole ? HealthStore.loadLimit : Self.pieceLimit,
                on: connection
            )
            return Merge.sums(
                of: ranks.mergeSamples(samples),
                behavior: type.merge,
                edges: (0...count).map { start + Int64($0) * TotalDay.quarter }
            )
        } catch HealthStoreError.tooManySamples where !isWhole {
            let middle = start + Int64(count / 2) * TotalDay.quarter
            return try sums(from: start, to: middle, on: connection)
                + sums(from: middle, to: end, on: connection)
        }
    }
}
