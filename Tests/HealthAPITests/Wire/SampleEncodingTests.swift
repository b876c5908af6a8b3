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
        draft.value = value
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
        draft.unit = text
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

    @Test("A batch has a name only when it is given one, and may be empty")
    func batches() {
        #expect(SampleBatch.body([]) == Array(#"{"samples":[]}"#.utf8))
        #expect(SampleBatch.body([], name: "b1") == Array(#"{"batch":"b1","samples":[]}"#.utf8))
    }
}
