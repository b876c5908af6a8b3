import HealthModel
import JSON

/// The lines about what is no quantity: the last night and workout, and the blood pressures.
struct DemoOccasions {
    /// The seconds of the last night, by the name of the category value.
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
        let stages = [("core", "asleepCore"), ("deep", "asleepDeep"), ("REM", "asleepREM")]
            .compactMap { name, value in night[value].map { (name, $0) } }
        let inBed = "Last night: \(Self.hours(night["inBed"])) h in bed"
        guard !stages.isEmpty else { return inBed + "; the watch was not worn." }
        let asleep = Self.hours(stages.reduce(0) { $0 + $1.1 })
        let parts = stages.map { "\($0.0) \(Self.hours($0.1))" }.joined(separator: ", ")
        return inBed + ", \(asleep) h asleep (\(parts))."
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

    /// Asks for the samples between the evening before the last day and its noon.
    private static func night(
        of week: SimulatedWeek,
        _ reader: APIClient
    ) async throws -> [String: Double] {
        let midnight = week.end(ofFirst: week.days.count).instant.microseconds - 86_400_000_000
        let (evening, noon) = (midnight - 3 * 3_600_000_000, midnight + 12 * 3_600_000_000)
        let samples = try await reader.latestSamples(
            of: "sleepAnalysis",
            from: week.zoned(Instant(microseconds: evening)),
            to: week.zoned(Instant(microseconds: noon)),
            limit: 1000,
            user: "me"
        ) { sample in
            let (start, end) = (try sample.time("start"), try sample.time("end"))
            let length = end.instant.microseconds - start.instant.microseconds
            return (try sample.text("valueName"), Double(length) / 1e6)
        }
        return samples.reduce(into: [:]) { seconds, sample in
            seconds[sample.0, default: 0] += sample.1
        }
    }

    /// The upper and the lower value of a blood pressure.
    private static func pressure(_ sample: JSONValue) throws -> [Double] {
        let objects = (sample["objects"]?.elements).map { Array($0) } ?? []
        return ["Systolic", "Diastolic"].compactMap { name in
            objects.first { $0["type"]?.string?.hasSuffix(name) == true }?["value"]?.double
        }
    }
}
