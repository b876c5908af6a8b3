import HealthModel
import HealthStore

/// Shorter ways to call the store, for tests that are not about the arguments left out.
extension HealthStore {
    /// Sets the order of sources of a type.
    func setOrder(
        _ order: TestOrder,
        of user: UserID,
        type: QuantityType = .steps
    ) async throws {
        try await putSourceOrder(
            user: user,
            typeID: type.id,
            ranked: order.ranked.map { $0.key(of: user) },
            disabled: order.disabled.map { $0.key(of: user) },
            by: "test"
        )
    }

    /// Reads the order of sources of steps.
    func order(of user: UserID, visibility: Visibility = .all) async throws -> SourceOrder {
        try await sourceOrder(
            user: user,
            typeID: QuantityType.steps.id,
            visibility: visibility
        )
    }

    /// Explains a range.
    func explanation(
        _ type: QuantityType,
        of user: UserID,
        from start: Int64,
        to end: Int64,
        visibility: Visibility = .all
    ) async throws -> Explanation {
        try await explanation(
            StatisticsQuery(
                user: user,
                type: .quantity(type),
                edges: [Instant(microseconds: start), Instant(microseconds: end)],
                filter: SampleFilter(visibility: visibility),
                options: []
            )
        )
    }
}

extension HealthStore {
    /// Lists the samples of one page.
    func samples(_ query: SampleQuery) async throws -> [StoredSample] {
        try await samplePage(query).samples
    }
}

extension SampleQuery {
    /// A question for all samples of a type, upwards.
    static func all(
        of user: UserID,
        type: QuantityType = .steps,
        visibility: Visibility = .all,
        limit: Int = 100_000
    ) -> SampleQuery {
        SampleQuery(
            user: user,
            typeID: type.id,
            range: TimeRange(
                start: Instant.supported.lowerBound,
                end: Instant.supported.upperBound
            ),
            strict: [],
            filter: SampleFilter(visibility: visibility),
            isDescending: false,
            limit: limit,
            after: nil
        )
    }
}
