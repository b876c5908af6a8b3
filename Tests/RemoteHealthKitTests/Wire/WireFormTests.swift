#if !canImport(HealthKit)
import Foundation
import HealthAPI
import HealthModel
import JSON
import Testing

@testable import RemoteHealthKit

/// What is on the wire, in words: the round trips would not see the same mistake made twice.
struct WireFormTests {
    private func json(of sample: HKSample) throws -> String {
        var (writer, encoder) = (JSONWriter(), SampleEncoder())
        encoder.write(try draft(of: sample), to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func read(_ text: String) throws -> HKSample {
        try JSONParser().parse(Array(text.utf8)) { try RemoteHealthKit.sample(from: $0) }
    }

    private let date = Date(timeIntervalSince1970: 1_780_000_000.25)

    @Test func `A quantity is written in its own unit and its own zone`() throws {
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .gram(), doubleValue: 83_400),
            start: date,
            end: date,
            metadata: [
                HKMetadataKeyTimeZone: "Europe/Paris", HKMetadataKeyWasUserEntered: true,
                "com.example.date": date,
                "com.example.length": HKQuantity(unit: .mile(), doubleValue: 12),
            ]
        )
        let id = SampleID(sample.uuid)
        #expect(
            try json(of: sample) == """
                {"uuid":"\(id)","type":"HKQuantityTypeIdentifierBodyMass",\
                "start":"2026-05-28T22:26:40.250+02:00","end":"2026-05-28T22:26:40.250+02:00",\
                "value":83400,"unit":"g","metadata":{"HKTimeZone":"Europe/Paris",\
                "HKWasUserEntered":true,"com.example.date":"2026-05-28T20:26:40.250Z",\
                "com.example.length":"12 mi"}}
                """
        )
    }

    @Test func `Without a zone the offset is said to be unknown`() throws {
        let type = HKCategoryType(.sleepAnalysis)
        let sample = HKCategorySample(type: type, value: 3, start: date, end: date)
        #expect(try json(of: sample).contains("\"start\":\"2026-05-28T20:26:40.250-00:00\""))
        #expect(try json(of: sample).contains("\"value\":3"))
    }

    @Test func `A quantity of the server's answer is read`() throws {
        let sample = try read(
            """
            {"uuid":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f","type":"HKQuantityTypeIdentifierStepCount",
            "start":"2026-11-30T08:00:00+01:00","end":"2026-11-30T08:01:00+01:00","value":104,
            "unit":"count","created":"2026-11-30T08:01:02+01:00",
            "source":{"id":"0198","bundleIdentifier":"com.example.phone","name":"Phone",
            "version":"17.1","productType":"iPhone15,2","operatingSystemVersion":"17.1"},
            "device":{"name":"iPhone","manufacturer":"Apple Inc.","udiDeviceIdentifier":"u"},
            "metadata":{"HKTimeZone":"Europe/Paris","HKWasUserEntered":"1","HKWeatherCondition":"4",
            "HKElevationAscended":"1200 cm","HKWeatherHumidity":"damp","own":"12 km"},
            "correlation":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e60"}
            """
        )
        let steps = try #require(sample as? HKCumulativeQuantitySample)
        #expect(steps.sumQuantity.doubleValue(for: .count()) == 104)
        #expect(steps.startDate == Date(timeIntervalSince1970: 1_796_022_000))
        #expect(steps.endDate.timeIntervalSince(steps.startDate) == 60)
        #expect(steps.sourceRevision.source.name == "Phone")
        #expect(steps.sourceRevision.source.bundleIdentifier == "com.example.phone")
        #expect(steps.sourceRevision.source.id == "0198")
        #expect(steps.sourceRevision.version == "17.1")
        #expect(steps.sourceRevision.productType == "iPhone15,2")
        #expect(steps.sourceRevision.operatingSystemVersion.majorVersion == 17)
        #expect(steps.sourceRevision.operatingSystemVersion.minorVersion == 1)
        #expect(steps.device?.name == "iPhone")
        #expect(steps.device?.udiDeviceIdentifier == "u")
        let metadata = try #require(steps.metadata)
        #expect(metadata[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(metadata[HKMetadataKeyWeatherCondition] as? Int == 4)
        let ascent = metadata[HKMetadataKeyElevationAscended] as? HKQuantity
        #expect(ascent?.doubleValue(for: .meter()) == 12)
        #expect(metadata[HKMetadataKeyWeatherHumidity] as? String == "damp")
        #expect(metadata["own"] as? String == "12 km")
    }

    @Test func `A workout of the server's answer is read by its names`() throws {
        let sample = try read(
            """
            {"uuid":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f","type":"HKWorkoutTypeIdentifier",
            "start":"2026-11-30T08:00:00Z","end":"2026-11-30T09:00:00Z","activityType":"running",
            "duration":3000,"totalDistance":{"value":10,"unit":"km"},
            "events":[{"type":"pause","start":"2026-11-30T08:10:00Z"},
            {"type":"lap","start":"2026-11-30T08:00:00Z","end":"2026-11-30T08:05:00Z"}],
            "activities":[{"activityType":"walking","start":"2026-11-30T08:00:00Z"}],
            "source":{"id":"1","bundleIdentifier":"com.example.watch"}}
            """
        )
        let workout = try #require(sample as? HKWorkout)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.duration == 3000)
        #expect(workout.totalDistance?.doubleValue(for: .meter()) == 10_000)
        #expect(workout.totalEnergyBurned == nil)
        #expect(workout.workoutEvents?.map(\.type) == [.pause, .lap])
        #expect(workout.workoutEvents?.last?.dateInterval.duration == 300)
        #expect(workout.workoutActivities.first?.workoutConfiguration.activityType == .walking)
        #expect(workout.workoutActivities.first?.endDate == nil)
        #expect(workout.sourceRevision.source.name == "com.example.watch")
    }

    @Test(arguments: [
        "{}", "[]", #"{"type":"stepCount"}"#, #"{"type":"unknown"}"#,
        sample(#""start":"2026-11-30T09:00:00Z","end":"2026-11-30T08:00:00Z""#),
        sample(#""start":"yesterday","end":"2026-11-30T08:00:00Z""#),
        sample(times, #""value":null,"unit":"count""#), sample(times, #""value":1,"unit":"m""#),
        sample(times, #""value":1,"unit":"furlong""#),
        sample(times, #""value":"1","unit":"count""#),
        sample(times, #""value":1,"unit":"count","source":{}"#),
        sample(times, #""value":7"#, type: "sleepAnalysis"), sample(times, type: "food"),
        sample(times, #""activityType":"flying","duration":1"#, type: "workout"),
        sample(times, #""activityType":"running""#, type: "workout"),
    ])
    func `What is no sample throws, and never ends the program`(text: String) {
        #expect(throws: HKError.self) { try read(text) }
    }

    private static let times = #""start":"2026-11-30T08:00:00Z","end":"2026-11-30T08:00:00Z""#

    private static func sample(_ members: String..., type: String = "stepCount") -> String {
        let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
        let all = members.joined(separator: ",")
        return #"{"uuid":"\#(id)","type":"\#(type)",\#(all)}"#
    }

    @Test func `Numbers that are none are refused before they are sent`() {
        let type = HKQuantityType(.bodyMass)
        for value in [Double.nan, .infinity] {
            let quantity = HKQuantity(unit: .gram(), doubleValue: value)
            let sample = HKQuantitySample(type: type, quantity: quantity, start: date, end: date)
            #expect(throws: HKError.self) { try draft(of: sample) }
        }
    }

    @Test func `Characteristics are read, and what is not known is not set`() throws {
        let text = """
            {"dateOfBirth":"1984-02-29","biologicalSex":"female","bloodType":"abNegative",
            "fitzpatrickSkinType":"IV","wheelchairUse":"notSet","activityMoveMode":"notSet"}
            """
        let person = try JSONParser().parse(Array(text.utf8)) { try characteristics(from: $0) }
        #expect(person.dateOfBirth?.year == 1984)
        #expect(person.dateOfBirth?.month == 2)
        #expect(person.dateOfBirth?.day == 29)
        #expect(person.biologicalSex == .female)
        #expect(person.bloodType == .abNegative)
        #expect(person.skinType == .IV)
        #expect(person.wheelchairUse == .notSet)
        #expect(person.activityMoveMode == .activeEnergy)
        let empty = #"{"dateOfBirth":null,"biologicalSex":"notSet"}"#
        let nobody = try JSONParser().parse(Array(empty.utf8)) { try characteristics(from: $0) }
        #expect(nobody.dateOfBirth == nil)
        #expect(nobody.biologicalSex == .notSet)
        let wrong = #"{"bloodType":"green"}"#
        #expect(throws: HKError.self) {
            try JSONParser().parse(Array(wrong.utf8)) { try characteristics(from: $0) }
        }
    }
}
#endif
