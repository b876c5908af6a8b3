import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

/// A parsed query for samples.
struct SampleListRequest {
    let type: SampleType
    /// The unit of the answer; nil for types that have none.
    let unit: UnitConversion?
    let query: SampleQuery
    /// The query without its cursor and page size, which a cursor is bound to.
    let filterText: String

    init(
        _ head: HTTPRequestHead,
        access: UserAccess,
        limits: ServiceLimits,
        seals: Seals
    ) throws {
        let parameters = try QueryParameters(head.query, known: Self.parameters)
        type = try Catalogue.requireSampleType(parameters.requiredText("type"), field: "type")
        unit = try Self.unit(parameters, type)
        filterText = head.query.filter { !["cursor", "limit", "unit"].contains($0.name) }
            .map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "\n")
        query = SampleQuery(
            user: access.user,
            typeID: type.id,
            range: try Self.range(parameters),
            strict: try parameters.strictOptions(),
            filter: try parameters.filter(visibility: access.visibility(of: type.id)),
            rawValues: try Self.rawValues(parameters, type),
            contained: type.isGrantable ? nil : access.readAccess,
            isDescending: try parameters.choice("order", ["start": false, "-start": true]) ?? false,
            limit: try parameters.integer("limit", in: 1...limits.samplesPerPage) ?? 1000,
            limitInBytes: limits.pageInBytes,
            after: try parameters.text("cursor").map { [filterText] in
                try seals.place(cursor: $0, filter: filterText, for: access)
            }
        )
    }

    private static let parameters: Set<String> = [
        "type", "start", "end", "strict", "source", "userEntered", "value", "activityType", "order",
        "limit", "cursor", "unit",
    ]

    /// Either end may be left open.
    private static func range(_ parameters: QueryParameters) throws -> TimeRange {
        let start = try parameters.time("start")?.instant ?? Instant.supported.lowerBound
        let end = try parameters.time("end")?.instant ?? Instant.supported.upperBound
        guard start <= end else {
            throw Problem(.invalidRange, "The range ends before it starts.", field: "end")
        }
        return TimeRange(start: start, end: end)
    }

    private static func unit(
        _ parameters: QueryParameters,
        _ type: SampleType
    ) throws -> UnitConversion? {
        if case .quantity(let type) = type {
            return try UnitConversion(parameters, type: .quantity(type))
        }
        guard parameters.text("unit") == nil else {
            throw Problem(
                .unitMismatch,
                "Only samples of quantity types have a unit.",
                field: "unit"
            )
        }
        return nil
    }

    /// The values of a category type, or the activities of workouts, that are asked for.
    private static func rawValues(
        _ parameters: QueryParameters,
        _ type: SampleType
    ) throws -> [Int]? {
        var enumerations: [String: Enumeration] = [:]
        switch type {
        case .category(let type): enumerations["value"] = type.enumeration
        case .workout: enumerations["activityType"] = WorkoutActivityType.enumeration
        case .quantity, .correlation: break
        }
        var rawValues: [Int]?
        for name in ["value", "activityType"] where parameters.text(name) != nil {
            guard let enumeration = enumerations[name] else {
                throw Problem(
                    .invalidParameter,
                    "Samples of this type have none to choose by.",
                    field: name
                )
            }
            rawValues = try parameters.rawValues(name, of: enumeration)
        }
        return rawValues
    }
}
