import HealthModel
import HealthStore
import JSON

/// The answer about a workout: `{uuid,start,end,statistics:[{type,unit,start,end,sum}]}`.
struct WorkoutStatistics {
    let workout: StoredSample
    /// One for each type, in the order asked for.
    let answers: [StatisticsResponse]

    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + answers.count * 256)
        writer.beginObject()
        writer.member("uuid", workout.id.description)
        writer.member("start", RFC3339.format(workout.start))
        writer.member("end", RFC3339.format(workout.end))
        writer.key("statistics")
        writer.beginArray()
        for answer in answers { writer.raw(answer.rangeJSON()) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// The most types that one question may be about.
    static let typeLimit = 50

    /// What is answered to a question that names no types: what devices measure in workouts.
    static let types: [StatisticsType] = [
        "activeEnergyBurned", "basalEnergyBurned", "distanceWalkingRunning", "distanceCycling",
        "distanceSwimming", "distanceWheelchair", "distanceDownhillSnowSports",
        "distanceCrossCountrySkiing", "distancePaddleSports", "distanceRowing",
        "distanceSkatingSports", "stepCount", "pushCount", "flightsClimbed",
        "swimmingStrokeCount", "heartRate", "runningSpeed", "runningPower", "cyclingSpeed",
        "cyclingPower", "cyclingCadence",
    ].compactMap { Catalogue.quantityType($0).map(StatisticsType.quantity) }
}
