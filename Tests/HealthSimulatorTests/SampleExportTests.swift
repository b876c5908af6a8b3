import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// Samples are written as a phone prints them.
@Suite(.offPool)
struct SampleExportTests {
    private static let start = ZonedInstant(Instant(seconds: 1_700_000_000), offsetInMinutes: 60)
    private static let end = ZonedInstant(Instant(seconds: 1_700_001_800), offsetInMinutes: 60)
    private static let times =
        "startDate=\"2023-11-14 23:13:20 +0100\" endDate=\"2023-11-14 23:43:20 +0100\""

    private func draft(
        _ type: String,
        _ content: DraftContent,
        device: Device? = nil,
        metadata: [String: MetadataValue] = [:]
    ) -> SampleDraft {
        SampleDraft(
            type: type,
            start: Self.start,
            end: Self.end,
            content: content,
            source: SourceRevision(bundleIdentifier: "a.b", name: "R & \"D\"", version: "1"),
            device: device,
            metadata: metadata
        )
    }

    private func lines(
        _ drafts: [SampleDraft],
        edition: SampleExport.Edition = .statistics
    ) -> [String] {
        var bytes: [UInt8] = []
        SampleExport.write(drafts, edition: edition) { bytes += $0 }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let body = lines.drop { !$0.hasPrefix(" <Me") }.dropFirst()
        #expect(body.last == "</HealthData>")
        return Array(body.dropLast())
    }

    @Test("Attributes are escaped, values are constants, metadata stand inside")
    func records() {
        let sleep = draft(
            SampleType.sleep,
            .category(.named("asleepCore")),
            device: Device(name: "<W>", model: "Watch"),
            metadata: ["HKTimeZone": .string("Europe/Paris"), "HKWasUserEntered": .boolean(true)]
        )
        #expect(
            lines([sleep]) == [
                " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\""
                    + " sourceName=\"R &amp; &quot;D&quot;\" sourceVersion=\"1\""
                    + " device=\"&lt;&lt;HKDevice: 0x281a7c3e0&gt;,"
                    + " name:&lt;W&gt;, model:Watch&gt;\""
                    + " \(Self.times) value=\"HKCategoryValueSleepAnalysisAsleepCore\">",
                "  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Paris\"/>",
                "  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>",
                " </Record>",
            ]
        )
    }

    @Test("Records come before correlations and workouts, and those of correlations twice")
    func order() {
        let systolic = draft(SampleType.systolic, .quantity(value: 120, unit: "mmHg"))
        let diastolic = draft(SampleType.diastolic, .quantity(value: 80.5, unit: "mmHg"))
        let workout = draft(
            SampleType.workout,
            .workout(WorkoutDraft(activityType: .named("running")))
        )
        let pressure = draft(SampleType.bloodPressure, .correlation([systolic, diastolic]))
        let steps = draft(SampleType.steps, .quantity(value: 7, unit: "count"))
        let starts = lines([workout, pressure, steps], edition: .attributes)
            .map { $0.split(separator: "\"").prefix(2).joined() }
        #expect(
            starts == [
                " <Record type=" + SampleType.diastolic, " <Record type=" + SampleType.systolic,
                " <Record type=" + SampleType.steps,
                " <Correlation type=" + SampleType.bloodPressure,
                "  <Record type=" + SampleType.systolic, "  <Record type=" + SampleType.diastolic,
                " </Correlation>",
                " <Workout workoutActivityType=HKWorkoutActivityTypeRunning",
            ]
        )
    }

    @Test("Totals are attributes in old exports, statistics in new ones")
    func workouts() {
        let workout = WorkoutDraft(
            activityType: .named("walking"),
            duration: 1770,
            totalDistance: QuantityDraft(value: 2.5, unit: "km"),
            events: [
                WorkoutEventDraft(type: .named("segment"), start: Self.start, end: Self.end)
            ]
        )
        let draft = draft(SampleType.workout, .workout(workout))
        let event =
            "<WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\"2023-11-14 23:13:20 +0100\""
            + " duration=\"30\" durationUnit=\"min\"/>"
        let old = lines([draft], edition: .attributes)
        #expect(old.first?.contains(" totalDistance=\"2.5\" totalDistanceUnit=\"km\"") == true)
        #expect(old.first?.contains(" duration=\"29.5\" durationUnit=\"min\"") == true)
        #expect(Array(old.dropFirst()) == ["  " + event, " </Workout>"])
        let new = lines([draft])
        let statistics =
            "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\""
            + " \(Self.times) sum=\"2.5\" unit=\"km\"/>"
        #expect(
            Array(new.dropFirst()) == [
                "  " + event,
                "  <WorkoutActivity \(Self.times) duration=\"29.5\" durationUnit=\"min\">",
                "   " + event, "   " + statistics, "  </WorkoutActivity>", "  " + statistics,
                " </Workout>",
            ]
        )
    }
}
