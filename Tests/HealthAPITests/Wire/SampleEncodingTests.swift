import HealthAPI
import HealthModel
import JSON
import TestSupport
import Testing

@Suite("Samples on the wire", .offPool)
struct SampleEncodingTests {
    private let start = Instant(seconds: 1_796_022_000)

    private func draft() -> SampleDraft {
        SampleDraft(
            type: "stepCount",
            start: ZonedInstant(start, offsetInMinutes: 60),
            end: ZonedInstant(Instant(seconds: 1_796_022_060), offsetInMinutes: 60),
            value: 104,
            unit: "count"
        )
    }

    private func text(_ draft: SampleDraft) -> String {
        var encoder = SampleEncoder()
        var writer = JSONWriter()
        encoder.write(draft, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("What a draft does not have is left out")
    func smallest() {
        #expect(
            text(draft())
                == #"{"type":"stepCount","start":"2026-11-30T08:00:00+01:00","#
                + #""end":"2026-11-30T08:01:00+01:00","value":104,"unit":"count"}"#
        )
    }

    @Test("Everything a draft has is written under the names of the design")
    func whole() throws {
        var draft = draft()
        draft.uuid = SampleID("6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f")
        draft.created = ZonedInstant(
            Instant(microseconds: 1_796_022_062_250_000),
            offsetInMinutes: 0
        )
        draft.source = SourceRevision(
            bundleIdentifier: "com.example.phone",
            name: "Phone",
            version: "17.1",
            productType: "iPhone15,2",
            operatingSystemVersion: "17.1.0"
        )
        draft.device = Device(
            name: "iPhone",
            manufacturer: "Apple Inc.",
            model: "iPhone",
            hardwareVersion: "iPhone15,2",
            firmwareVersion: "f",
            softwareVersion: "s",
            localIdentifier: "l",
            udiDeviceIdentifier: "u"
        )
        draft.metadata = ["b": .boolean(true), "a": .string("Europe/Paris"), "c": .number(1.5)]
        let json = text(draft)
        #expect(json.contains(#""uuid":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f""#))
        #expect(json.contains(#""created":"2026-11-30T07:01:02.250Z""#))
        #expect(
            json.contains(
                #""source":{"bundleIdentifier":"com.example.phone","name":"Phone","#
                    + #""version":"17.1","productType":"iPhone15,2","operatingSystemVersion":"17.1.0"}"#
            )
        )
        #expect(
            json.contains(
                #""device":{"name":"iPhone","manufacturer":"Apple Inc.","model":"iPhone","#
                    + #""hardwareVersion":"iPhone15,2","firmwareVersion":"f","#
                    + #""softwareVersion":"s","localIdentifier":"l","udiDeviceIdentifier":"u"}"#
            )
        )
        #expect(json.contains(#""metadata":{"a":"Europe/Paris","b":true,"c":1.5}"#))
    }

    @Test(
        "Times keep their offset, and say when it is not known",
        arguments: [
            (60, "2026-11-30T08:00:00+01:00"), (-240, "2026-11-30T03:00:00-04:00"),
            (0, "2026-11-30T07:00:00Z"), (nil, "2026-11-30T07:00:00-00:00"),
        ] as [(Int16?, String)]
    )
    func offsets(offset: Int16?, expected: String) {
        var draft = draft()
        draft.start = ZonedInstant(start, offsetInMinutes: offset)
        #expect(text(draft).contains(#""start":"\#(expected)""#))
    }

    @Test(
        "A number that is none is still JSON, and one the server refuses",
        arguments: [
            (Double.infinity, "1e999"), (-.infinity, "-1e999"), (.nan, "null"), (-0.0, "-0"),
            (1e-300, "1e-300"),
        ]
    )
    func strangeNumbers(value: Double, expected: String) throws {
        var draft = draft()
        draft.content = .quantity(value: value, unit: "count")
        draft.metadata = ["x": .number(value)]
        let json = text(draft)
        #expect(json.contains(#""value":\#(expected),"#))
        #expect(json.contains(#""metadata":{"x":\#(expected)}"#))
        try JSONParser().parse(json.utf8) { root in
            #expect(root["value"]?.double == (value.isFinite ? value : nil))
        }
    }

    @Test("Any text survives", arguments: ["", "\"\\\u{0}\n\u{1F}", "Zdraví 🏃‍♀️", "\u{2028}"])
    func texts(text: String) throws {
        var draft = draft()
        draft.type = text
        draft.content = .quantity(value: 1, unit: text)
        draft.source = SourceRevision(bundleIdentifier: text, name: text)
        draft.metadata = [text: .string(text)]
        try JSONParser().parse(self.text(draft).utf8) { root in
            #expect(root["type"]?.string == text)
            #expect(root["unit"]?.string == text)
            #expect(root["source"]?["name"]?.string == text)
            #expect(root["metadata"]?[text]?.string == text)
        }
    }

    @Test("Sources and devices that come in turns are each written as they are")
    func turns() throws {
        let names = ["a", "b", "a", nil, "a", "c"]
        let drafts = names.map { name in
            var draft = draft()
            draft.source = name.map { SourceRevision(bundleIdentifier: $0) }
            draft.device = name.map { Device(name: $0) }
            return draft
        }
        try JSONParser().parse(SampleBatch.body(drafts)) { root in
            let samples = try #require(root["samples"]).elements
            #expect(samples.map { $0["source"]?["bundleIdentifier"]?.string } == names)
            #expect(samples.map { $0["device"]?["name"]?.string } == names)
        }
    }

    @Test(
        "A category's value is written as it was given",
        arguments: [
            (CategoryDraft.raw(3), "3"), (.named("asleepCore"), #""asleepCore""#), (.raw(-1), "-1"),
        ]
    )
    func categories(value: CategoryDraft, expected: String) {
        var draft = draft()
        draft.content = .category(value)
        let json = text(draft)
        #expect(json.hasSuffix(#","value":\#(expected)}"#))
        #expect(!json.contains("unit"))
    }

    @Test("A workout is written with what it has, and with nothing else")
    func workouts() {
        var draft = draft()
        draft.content = .workout(WorkoutDraft(activityType: .raw(37)))
        #expect(text(draft).hasSuffix(#""end":"2026-11-30T08:01:00+01:00","activityType":37}"#))
        let time = ZonedInstant(start, offsetInMinutes: 0)
        draft.content = .workout(
            WorkoutDraft(
                activityType: .named("running"),
                duration: 59.5,
                totalEnergyBurned: QuantityDraft(value: 320, unit: "kcal"),
                totalDistance: QuantityDraft(value: 5, unit: "km"),
                totalSwimmingStrokeCount: QuantityDraft(value: 7, unit: "count"),
                totalFlightsClimbed: QuantityDraft(value: .infinity, unit: "count"),
                events: [
                    WorkoutEventDraft(type: .raw(7), start: time),
                    WorkoutEventDraft(
                        type: .named("pause"),
                        start: time,
                        end: time,
                        metadata: ["k": .number(1)]
                    ),
                ],
                activities: [
                    WorkoutActivityDraft(
                        uuid: SampleID("6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"),
                        activityType: .raw(46),
                        start: time,
                        end: time,
                        duration: 0,
                        metadata: ["k": .boolean(true)]
                    ),
                    WorkoutActivityDraft(activityType: .raw(13), start: time),
                ]
            )
        )
        let instant = "2026-11-30T07:00:00Z"
        let expected = [
            #","activityType":"running","duration":59.5"#,
            #""totalEnergyBurned":{"value":320,"unit":"kcal"}"#,
            #""totalDistance":{"value":5,"unit":"km"}"#,
            #""totalSwimmingStrokeCount":{"value":7,"unit":"count"}"#,
            #""totalFlightsClimbed":{"value":1e999,"unit":"count"}"#,
            #""events":[{"type":7,"start":"\#(instant)"}"#,
            #"{"type":"pause","start":"\#(instant)","end":"\#(instant)""#,
            #""metadata":{"k":1}}]"#,
            #""activities":[{"uuid":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f""#,
            #""activityType":46,"start":"\#(instant)","end":"\#(instant)""#,
            #""duration":0,"metadata":{"k":true}}"#,
            #"{"activityType":13,"start":"\#(instant)"}]}"#,
        ]
        let json = text(draft)
        #expect(json.hasSuffix(expected.joined(separator: ",")))
    }

    @Test("A correlation is written with its objects in order")
    func correlations() throws {
        var correlation = draft()
        correlation.type = "bloodPressure"
        correlation.content = .correlation(
            [1.5, 2].map { value in
                var object = draft()
                object.content = .quantity(value: value, unit: "kPa")
                object.source = SourceRevision(bundleIdentifier: "a")
                return object
            }
        )
        correlation.metadata = ["k": .string("v")]
        try JSONParser().parse(text(correlation).utf8) { root in
            let objects = try #require(root["objects"]).elements
            #expect(objects.map { $0["value"]?.double } == [1.5, 2])
            #expect(objects.map { $0["source"]?["bundleIdentifier"]?.string } == ["a", "a"])
            #expect(root["value"] == nil)
            #expect(root["metadata"]?["k"]?.string == "v")
        }
    }

    @Test("A batch has a name only when it is given one, and may be empty")
    func batches() {
        #expect(SampleBatch.body([]) == Array(#"{"samples":[]}"#.utf8))
        #expect(SampleBatch.body([], name: "b1") == Array(#"{"batch":"b1","samples":[]}"#.utf8))
    }
}
