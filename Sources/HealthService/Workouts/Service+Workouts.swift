import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

extension Service {
    /// `GET /v1/users/{user}/workouts/{uuid}/statistics`.
    ///
    /// What the merge gives for the workout's span, type by type: the totals that a workout carries
    /// are one device's, these are of all that measured.
    func workoutStatistics(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        uuid: String
    ) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["type"])
        let asked = try parameters.workoutTypes()
        let workout = try await visibleSample(uuid, access)
        guard workout.typeID == WorkoutType.id else { throw Self.sampleNotFound }
        var answers: [StatisticsResponse] = []
        for type in asked ?? WorkoutStatistics.types {
            let request = try StatisticsRequest(type, over: workout, access)
            let result = try await store.statistics(request.query)
            // Of types that nobody asked for, those without data say nothing.
            if asked != nil || result.buckets[0] != BucketStatistics() {
                answers.append(StatisticsResponse(request: request, result: result))
            }
        }
        return .json(WorkoutStatistics(workout: workout, answers: answers).json())
    }
}

extension QueryParameters {
    /// The types asked for; nil where none is.
    fileprivate func workoutTypes() throws -> [StatisticsType]? {
        guard let names = try list("type") else { return nil }
        guard names.count <= WorkoutStatistics.typeLimit else {
            throw Problem(
                .invalidParameter,
                "At most \(WorkoutStatistics.typeLimit) types.",
                field: "type"
            )
        }
        return try names.map { try Catalogue.requireStatisticsType($0, field: "type") }
    }
}

extension StatisticsRequest {
    /// The question about a type over a workout: what is answered without options.
    fileprivate init(
        _ type: StatisticsType,
        over workout: StoredSample,
        _ access: UserAccess
    ) throws {
        self.type = type
        unit = try UnitConversion(QueryParameters([], known: []), type: type)
        clock = .written(start: workout.start, end: workout.end)
        start = workout.start.instant
        end = workout.end.instant
        intervalText = nil
        query = StatisticsQuery(
            user: access.user,
            type: type,
            edges: [start, end],
            filter: SampleFilter(visibility: access.visibility(of: type.id)),
            options: type.defaultOptions
        )
    }
}
