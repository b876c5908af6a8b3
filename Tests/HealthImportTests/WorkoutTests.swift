import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Workouts come with what happened in them, and with totals from wherever the export prints them.
@Suite(.offPool)
struct WorkoutTests {
    private func reading(
        _ content: String = "",
        _ changes: [String: String?] = [:],
        limits: ReaderLimits = .standard
    ) throws -> Reading {
        let activity = ["workoutActivityType": "HKWorkoutActivityTypeRunning"] as [String: String?]
        let workout = ExportText.element("Workout", activity.merging(changes) { $1 }, content)
        return try Reading(text: ExportText.export([workout]), limits: limits)
    }

    private func workout(
        _ content: String = "",
        _ changes: [String: String?] = [:]
    ) throws -> WorkoutDraft {
        try #require(try Self.workout(reading(content, changes).drafts.first))
    }

    private static func workout(_ draft: SampleDraft?) -> WorkoutDraft? {
        guard case .workout(let workout)? = draft?.content else { return nil }
        return workout
    }

    private func statistics(_ type: String, _ sum: String, _ unit: String) -> String {
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" sum=\"\(sum)\""
            + " unit=\"\(unit)\"/>"
    }

    private func instant(_ text: String) throws -> ZonedInstant {
        let time = try #require(RFC3339.parse("2024-01-01T\(text)Z"))
        return ZonedInstant(time.instant, offsetInMinutes: nil)
    }

    @Test("The workout of an old phone has its totals from attributes")
    func oldExport() throws {
        let reading = Reading(path: Fixture.path("ios12-inline-route.xml"))
        let draft = try #require(reading.drafts.last)
        let workout = try #require(Self.workout(draft))
        #expect(draft.type == "HKWorkoutTypeIdentifier")
        #expect(draft.source?.name == "Apple\u{A0}Watch")
        #expect(draft.metadata["HKWeatherTemperature"] == .string("56 degF"))
        #expect(workout.activityType == .named("HKWorkoutActivityTypeRunning"))
        #expect(workout.duration.map { abs($0 - 311.647408008554) < 1e-9 } == true)
        #expect(workout.totalDistance == QuantityDraft(value: 0.4971749504535062, unit: "mi"))
        #expect(workout.totalEnergyBurned == QuantityDraft(value: 48.74499999999999, unit: "kcal"))
        #expect(workout.events.isEmpty && workout.activities.isEmpty)
    }

    @Test(
        "A duration is read in any unit of time; another one is left out and counted",
        arguments: [
            ("30", "min", 1800), ("1800", "s", 1800), ("0.5", "hr", 1800), ("0", "min", 0),
            ("30", "km", nil), ("30", "", nil), ("half", "min", nil), ("-1", "min", nil),
            ("1e300", "min", nil),
        ] as [(String, String, Double?)]
    )
    func duration(value: String, unit: String, seconds: Double?) throws {
        let reading = try reading("", ["duration": value, "durationUnit": unit])
        #expect(Self.workout(reading.drafts.first)?.duration == seconds)
        #expect(reading.report?.repairs.unusableWorkoutParts == (seconds == nil ? 1 : 0))
    }

    @Test("Totals come from attributes, else from the workout's statistics, else from activities")
    func totalsInOrder() throws {
        let own = statistics("ActiveEnergyBurned", "300", "Cal")
        let inner = ExportText.element(
            "WorkoutActivity",
            [:],
            statistics("ActiveEnergyBurned", "1", "kJ") + statistics("FlightsClimbed", "4", "count")
        )
        let attributes = ["totalEnergyBurned": "310", "totalEnergyBurnedUnit": "kcal"]
        let all = try workout(own + inner, attributes)
        #expect(all.totalEnergyBurned == QuantityDraft(value: 310, unit: "kcal"))
        #expect(all.totalFlightsClimbed == QuantityDraft(value: 4, unit: "count"))
        let newer = try workout(inner + own)
        #expect(newer.totalEnergyBurned == QuantityDraft(value: 300, unit: "Cal"))
        let innermost = try workout(inner + inner)
        #expect(innermost.totalEnergyBurned == QuantityDraft(value: 2, unit: "kJ"))
        #expect(innermost.totalFlightsClimbed == QuantityDraft(value: 8, unit: "count"))
    }

    @Test("Distances of several sports add up, in the unit of the first")
    func distances() throws {
        let sums =
            statistics("DistanceSwimming", "1500", "m")
            + statistics("DistanceCycling", "40", "km")
            + statistics("DistanceWalkingRunning", "10", "km")
            + statistics("DistanceWheelchair", "1", "kcal")
            + statistics("SwimmingStrokeCount", "900", "count")
        let workout = try workout(sums)
        let metres = try #require(workout.totalDistance)
        #expect(metres.unit == "m" && abs(metres.value - 51_500) < 1e-6)
        #expect(workout.totalSwimmingStrokeCount == QuantityDraft(value: 900, unit: "count"))
        #expect(workout.totalEnergyBurned == nil)
    }

    @Test("Statistics that are no totals are counted, those of activities are not")
    func otherStatistics() throws {
        let heart =
            "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"150\""
            + " unit=\"count/min\"/>"
        let activity = ExportText.element("WorkoutActivity", [:], heart)
        let reading = try reading(heart + activity)
        #expect(reading.skipCounts == [.workoutStatistics: 1])
        #expect(reading.drafts.count == 1)
    }

    @Test("Events keep their spelling, and their length becomes an end")
    func events() throws {
        let entry = "<MetadataEntry key=\"k\" value=\"v\"/>"
        let events = """
            <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-01-01 09:10:00 +0100"/>
            <WorkoutEvent type="7" date="2024-01-01 08:20:00 +0000" duration="5" durationUnit="min">
            \(entry)</WorkoutEvent>
            """
        let found = try workout(entry + events).events
        #expect(
            found == [
                WorkoutEventDraft(
                    type: .named("HKWorkoutEventTypePause"),
                    start: try instant("08:10:00")
                ),
                WorkoutEventDraft(
                    type: .raw(7),
                    start: try instant("08:20:00"),
                    end: try instant("08:25:00"),
                    metadata: ["k": .string("v")]
                ),
            ]
        )
    }

    @Test(
        "An event a second outside is moved inside, one that lasts too long is cut",
        arguments: [
            ("07:59:59", "0", "08:00:00", nil), ("09:00:01", "0", "09:00:00", nil),
            ("08:59:00", "2", "08:59:00", "09:00:00"), ("09:00:00", "1", "09:00:00", nil),
            ("07:59:58", "0", nil, nil), ("09:00:02", "0", nil, nil), ("25:00:00", "0", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func eventPlaces(date: String, length: String, start: String?, end: String?) throws {
        let event =
            "<WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\"2024-01-01 \(date) +0000\""
            + " duration=\"\(length)\" durationUnit=\"min\"/>"
        let reading = try reading(event)
        let found = Self.workout(reading.drafts.first)?.events.first
        #expect(found?.start == (try start.map(instant)))
        #expect(found?.end == (try end.map(instant)))
        #expect(reading.report?.repairs.unusableWorkoutParts == (start == nil ? 1 : 0))
    }

    @Test("Activities carry their identifier, and the events in them are not told twice")
    func activities() throws {
        let event = "<WorkoutEvent type=\"1\" date=\"2024-01-01 08:10:00 +0000\"/>"
        let uuid = "936B9E1D-52B9-41CA-BCA9-9654D43F004E"
        let content =
            event
            + ExportText.element(
                "WorkoutActivity",
                ["uuid": uuid, "duration": "59", "durationUnit": "min", "sourceName": nil],
                event + "<MetadataEntry key=\"WOIntervalStepKeyPath\" value=\"0.0.0\"/>"
            )
            + ExportText.element("WorkoutActivity", ["uuid": "A1", "endDate": nil])
        let workout = try workout(content)
        #expect(workout.events.count == 1)
        #expect(workout.activities.count == 2)
        let first = try #require(workout.activities.first)
        #expect(first.uuid == SampleID(uuid))
        #expect(first.activityType == workout.activityType)
        #expect(first.start == (try instant("08:00:00")))
        #expect(first.end == (try instant("09:00:00")))
        #expect(first.duration == 3540.0)
        #expect(first.metadata == ["WOIntervalStepKeyPath": .string("0.0.0")])
        #expect(workout.activities.last?.uuid == nil && workout.activities.last?.end == nil)
    }

    @Test("More events or activities than the limit cost the workout")
    func bounded() throws {
        let event = "<WorkoutEvent type=\"1\" date=\"2024-01-01 08:10:00 +0000\"/>"
        let activity = ExportText.element("WorkoutActivity")
        let limits = ReaderLimits(workoutEvents: 3, workoutActivities: 2)
        for (part, most) in [(event, 3), (activity, 2)] {
            let kept = try reading(String(repeating: part, count: most), limits: limits)
            #expect(kept.drafts.count == 1)
            let lost = try reading(String(repeating: part, count: most + 5), limits: limits)
            #expect(lost.drafts.isEmpty)
            #expect(lost.skipCounts == [.tooManyParts: 1])
        }
    }

    @Test("A workout without an activity or a date is skipped, whatever is in it")
    func skipped() throws {
        let content =
            "<WorkoutEvent type=\"1\" date=\"2024-01-01 08:10:00 +0000\">"
            + "<MetadataEntry key=\"k\" value=\"v\"/></WorkoutEvent>"
            + ExportText.element("WorkoutActivity")
        for (attribute, reason) in [
            ("workoutActivityType", SkipReason.missingType), ("startDate", .missingDate),
        ] {
            let reading = try reading(content, [attribute: nil])
            #expect(reading.drafts.isEmpty)
            #expect(reading.skipCounts == [reason: 1])
        }
    }

    @Test("Routes and other elements in a workout are counted by name")
    func otherElements() throws {
        let route = "<WorkoutRoute><FileReference path=\"/a.gpx\"/></WorkoutRoute>"
        let reading = try reading(route + route)
        #expect(reading.report?.notImported == ["WorkoutRoute": 2])
        #expect(reading.drafts.count == 1)
    }
}
