import HealthModel
import JSON

/// The lines about what is no quantity: the last night and workout, and the blood pressures.
struct DemoOccasions {
    /// The seconds of the last night, by the category values that were asked for.
    private let night: [String: Double]
    private let workout: (activity: String, seconds: Double, merged: [StatisticsAnswer])?
    private let pressures: [[Double]]

    /// Asks the server, as the app that may read.
    init(week: SimulatedWeek, cast: DemoCast) async throws {
        let reader = cast.clients[DemoCast.reader]
        let (start, end) = (week.start, week.end)
        night = try await Self.night(of: week, reader)
        pressures = try await reader.latestSamples(
            of: "bloodPressure",
            from: start,
            to: end,
            limit: 1000,
            user: "me",
            read: Self.pressure
        )
        let last = try await reader.latestSamples(
            of: "workout",
            from: start,
            to: end,
            limit: 1,
            user: "me"
        ) { sample in
            (
                try sample.text("uuid"), try sample.text("activityType"),
                sample["duration"]?.double ?? 0
            )
        }
        guard let (uuid, activity, seconds) = last.first else {
            workout = nil
            return
        }
        let types = ["stepCount", "distanceWalkingRunning", "heartRate"]
        let merged = try await reader.workoutStatistics(uuid, types: types, user: "me")
        workout = (activity, seconds, merged)
    }

    /// A line for the last night, one for the last workout, one for the blood pressures.
    var lines: [String] { [sleepLine, workoutLine, pressureLine].compactMap { $0 } }

    private var sleepLine: String {
        let inBed = "Last night: \(Self.hours(night["inBed"])) h in bed"
        guard let asleep = night[Self.asleep] else { return inBed + "; the watch was not worn." }
        let parts = Self.stages.compactMap { stage in
            night[stage.value].map { "\(stage.name) \(Self.hours($0))" }
        }
        return inBed + ", \(Self.hours(asleep)) h asleep (\(parts.joined(separator: ", ")))."
    }

    private var workoutLine: String? {
        guard let workout, workout.merged.count == 3 else { return nil }
        // In canonical units: metres, and beats a second.
        let (steps, distance, rate) = (workout.merged[0], workout.merged[1], workout.merged[2])
        return "Last workout: \(workout.activity), \(NumberText.decimal(workout.seconds / 60)) min;"
            + " merged: \(NumberText.decimal(steps.sum)) steps,"
            + " \(NumberText.decimal(distance.sum.map { $0 / 1000 }, places: 1)) km,"
            + " heart rate \(NumberText.decimal(rate.average.map { $0 * 60 }))."
    }

    private var pressureLine: String? {
        guard let last = pressures.first else { return nil }
        let values = last.map { NumberText.decimal($0) }.joined(separator: "/")
        return "Blood pressure: measured \(pressures.count) times, the last time \(values) mmHg."
    }

    private static func hours(_ seconds: Double?) -> String {
        NumberText.decimal(seconds.map { $0 / 3600 }, places: 1)
    }

    /// Asks how long the person was in bed, asleep and in each stage between the evening before the
    /// last day and its noon.
    private static func night(
        of week: SimulatedWeek,
        _ reader: APIClient
    ) async throws -> [String: Double] {
        let midnight = week.end(ofFirst: week.days.count).instant.microseconds - 86_400_000_000
        let (evening, noon) = (midnight - 3 * 3_600_000_000, midnight + 12 * 3_600_000_000)
        var seconds: [String: Double] = [:]
        for values in stages.map(\.value) + ["inBed", asleep] {
            seconds[values] = try await reader.duration(
                of: "sleepAnalysis",
                values: values,
                from: week.zoned(Instant(microseconds: evening)),
                to: week.zoned(Instant(microseconds: noon)),
                user: "me"
            )
        }
        return seconds
    }

    /// The stages of sleep, and the category value of each.
    private static let stages = [
        (name: "core", value: "asleepCore"), (name: "deep", value: "asleepDeep"),
        (name: "REM", value: "asleepREM"),
    ]

    /// The category values of all stages: time that two of them cover counts once.
    private static let asleep = stages.map(\.value).joined(separator: ",")

    /// The upper and the lower value of a blood pressure.
    private static func pressure(_ sample: JSONValue) throws -> [Double] {
        let objects = (sample["objects"]?.elements).map { Array($0) } ?? []
        return ["Systolic", "Diastolic"].compactMap { name in
            objects.first { $0["type"]?.string?.hasSuffix(name) == true }?["value"]?.double
        }
    }
}
