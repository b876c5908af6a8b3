import HealthModel
import JSON

/// The lines about what is no quantity: the nights, the last workout, the blood pressures.
struct DemoOccasions {
    private let inBed: Double?
    private let asleep: Double?
    private let workout: (activity: String, seconds: Double, merged: [StatisticsAnswer])?
    private let pressures: [[Double]]

    /// Asks the server, as the app that may read.
    init(week: SimulatedWeek, cast: DemoCast) async throws {
        let reader = cast.clients[DemoCast.reader]
        // The first night begins on the evening before the first day.
        let evening = Instant(microseconds: week.start.instant.microseconds - 3 * 3_600_000_000)
        let (start, end) = (week.zoned(evening), week.end)
        func seconds(_ values: [String]) async throws -> Double? {
            try await reader.duration(
                of: "sleepAnalysis",
                values: values,
                from: start,
                to: end,
                user: "me"
            )
        }
        inBed = try await seconds(["inBed"])
        asleep = try await seconds(["asleepCore", "asleepDeep", "asleepREM"])
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

    /// A line for the nights, one for the last workout, one for the blood pressures.
    var lines: [String] { [sleepLine, workoutLine, pressureLine].compactMap { $0 } }

    private var sleepLine: String {
        "Sleep: \(Self.hours(inBed)) h in bed, \(Self.hours(asleep)) h of it asleep"
            + " as far as the watch was worn."
    }

    private var workoutLine: String? {
        guard let workout, workout.merged.count == 3 else { return nil }
        let (steps, distance, rate) = (workout.merged[0], workout.merged[1], workout.merged[2])
        return "Last workout: \(workout.activity), \(NumberText.decimal(workout.seconds / 60)) min;"
            + " merged: \(NumberText.decimal(steps.sum)) steps,"
            + " \(NumberText.decimal(distance.sum.map { $0 / 1000 }, places: 1)) km,"
            + " heart rate \(NumberText.decimal(rate.average))."
    }

    private var pressureLine: String? {
        guard let last = pressures.first else { return nil }
        let values = last.map { NumberText.decimal($0) }.joined(separator: "/")
        return "Blood pressure: measured \(pressures.count) times, the last time \(values) mmHg."
    }

    private static func hours(_ seconds: Double?) -> String {
        NumberText.decimal(seconds.map { $0 / 3600 }, places: 1)
    }

    /// The upper and the lower value of a blood pressure.
    private static func pressure(_ sample: JSONValue) throws -> [Double] {
        let objects = (sample["objects"]?.elements).map { Array($0) } ?? []
        return ["Systolic", "Diastolic"].compactMap { name in
            objects.first { $0["type"]?.string?.hasSuffix(name) == true }?["value"]?.double
        }
    }
}
