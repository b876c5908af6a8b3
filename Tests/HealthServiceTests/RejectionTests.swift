import HTTPClient
import TestSupport
import Testing

/// Why samples are not taken: each with a code and the field at fault.
@Suite("Rejected samples", .offPool)
struct RejectionTests {
    /// A sample that is bad in one way: how it differs from a good one, and what that is called.
    struct Case: Sendable {
        let change: JSONTree
        let fault: String

        init(_ change: JSONTree, _ fault: String) {
            self.change = change
            self.fault = fault
        }
    }

    /// Null takes a member away.
    static let cases: [Case] = [
        Case(["type": nil], "missingField type"),
        Case(["type": 7], "invalidField type"),
        Case(["type": "moodRing"], "unknownType type"),
        Case(["type": "stepcount"], "unknownType type"),
        Case(["type": "stepCount\u{0}"], "unknownType type"),
        Case(["type": "HKCategoryTypeIdentifierSleepAnalysis"], "unitMismatch unit"),
        Case(["type": "workout"], "missingField activityType"),
        Case(["type": "bloodPressure"], "missingField objects"),
        Case(["start": nil], "missingField start"),
        Case(["start": 1_700_000_000], "invalidField start"),
        Case(["start": "2026-11-29T08:00:00"], "invalidField start"),
        Case(["start": "2026-02-31T08:00:00Z"], "invalidField start"),
        Case(["start": "2026-11-29T24:00:00Z"], "invalidField start"),
        Case(["start": "2026-11-29"], "invalidField start"),
        Case(["start": "0001-01-01T00:00:00+23:59"], "invalidField start"),
        Case(["start": "0000-01-01T00:00:00Z"], "invalidField start"),
        Case(["end": nil], "missingField end"),
        Case(["end": "2026-11-29T08:10:00+01"], "invalidField end"),
        Case(["end": "9999-12-31T23:59:60Z"], "invalidField end"),
        Case(["end": .string(moment("07:59"))], "endBeforeStart end"),
        Case(["start": "2025-11-28T07:59:59Z"], "spanTooLong end"),
        Case(
            ["start": "2026-12-02T12:00:00Z", "end": "2026-12-02T12:01:00Z"],
            "startInFuture start"
        ),
        Case(
            ["start": "2026-12-01T12:00:00.000001Z", "end": "2026-12-02T12:01:00Z"],
            "startInFuture start"
        ),
        Case(["value": nil], "missingField value"),
        Case(["value": "100"], "invalidField value"),
        Case(["value": true], "invalidField value"),
        Case(["value": []], "invalidField value"),
        Case(["value": -1], "negativeValue value"),
        Case(["unit": nil], "missingField unit"),
        Case(["unit": 1], "invalidField unit"),
        Case(["unit": "kg"], "unitMismatch unit"),
        Case(["unit": "stone?"], "invalidUnit unit"),
        Case(["unit": .string(String(repeating: "m", count: 10_000))], "invalidUnit unit"),
        Case(["unit": .string(String(repeating: "(", count: 100))], "invalidUnit unit"),
        Case(["unit": "count\u{0}"], "invalidUnit unit"),
        Case(["uuid": "6f1c"], "invalidField uuid"),
        Case(["uuid": 5], "invalidField uuid"),
        Case(["uuid": "{6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e}"], "invalidField uuid"),
        Case(["created": "yesterday"], "invalidField created"),
        Case(["created": "2040-01-01T00:00:00Z"], "invalidField created"),
        Case(["source": "phone"], "invalidField source"),
        Case(["source": [:]], "missingField source.bundleIdentifier"),
        Case(["source": ["bundleIdentifier": ""]], "missingField source.bundleIdentifier"),
        Case(["source": ["bundleIdentifier": 5]], "invalidField source.bundleIdentifier"),
        Case(
            ["source": ["bundleIdentifier": "a", "name": "a\u{0}b"]],
            "invalidField source.name"
        ),
        Case(
            ["source": ["bundleIdentifier": .string(String(repeating: "\u{E9}", count: 257))]],
            "invalidField source.bundleIdentifier"
        ),
        Case(["device": [1]], "invalidField device"),
        Case(["device": ["model": "\u{0}"]], "invalidField device.model"),
        Case(["metadata": "x"], "invalidField metadata"),
        Case(["metadata": ["": 1]], "invalidField metadata"),
        Case(["metadata": ["a\u{0}": 1]], "invalidField metadata"),
        Case(["metadata": ["a": "\u{0}"]], "invalidField metadata.a"),
        Case(["metadata": ["a": nil]], "invalidField metadata.a"),
        Case(["metadata": ["a": [1]]], "invalidField metadata.a"),
        Case(["metadata": ["a": ["b": 1]]], "invalidField metadata.a"),
        Case(
            ["metadata": ["HKTimeZone": "UTC", "HKMetadataKeyTimeZone": "UTC"]],
            "duplicateKey metadata"
        ),
        Case(
            ["metadata": ["a": .string(String(repeating: "x", count: 16_385 - 8))]],
            "metadataTooLarge metadata"
        ),
    ]

    private static let good = steps("08:00", "08:10", 100)

    @Test("Every bad sample of a batch is told apart, and the good ones around them are stored")
    func everyCase() async throws {
        try await withService { api in
            let person = try await api.person()
            let bad = Self.cases.map { Self.good.with($0.change) }
            let batch: JSONTree = [
                "samples": .array([Self.good] + bad + [steps("09:00", "09:10", 1)])
            ]
            let answer = try await person.app.post("/v1/users/me/samples", batch)
            #expect(answer.counts == "2/0/\(bad.count)")
            for (index, example) in Self.cases.enumerated() {
                let outcome = answer.outcomes.count > index ? answer.outcomes[index] : "nothing"
                #expect(
                    outcome == "\(index + 1) rejected \(example.fault)",
                    "\(example.change)"
                )
            }
        }
    }

    /// The cases of `onlyInText`.
    private static let onlyInTextCases: [(String, String?)] = [
        (#""value":1e400"#, "valueNotFinite value"),
        (#""value":-1e400"#, "valueNotFinite value"),
        (#""value":1e18,"unit":"%","type":"oxygenSaturation""#, nil),
        (#""value":1e308,"unit":"%","type":"oxygenSaturation""#, "valueTooLarge value"),
        (#""value":1,"value":1"#, "duplicateKey"),
        (#""metadata":{"a":1,"a":1}"#, "duplicateKey metadata"),
        (#""source":{"bundleIdentifier":"a","bundleIdentifier":"b"}"#, "duplicateKey source"),
        (#""device":{"name":"a","\u006eame":"b"}"#, "duplicateKey device"),
        (#""metadata":{"a":1e400}"#, "invalidField metadata.a"),
        (#""metadata":{"a":1e-20000}"#, "invalidField metadata.a"),
        (#""metadata":{"a":0e-20000}"#, "invalidField metadata.a"),
        (#""metadata":{"a":1e308}"#, nil), (#""value":2,"metadata":{"a":1e-300}"#, nil),
        (#""value":3,"metadata":{"a":-0.0}"#, nil),
    ]

    @Test("What only text can say is refused sample by sample, too")
    func onlyInText() async throws {
        try await withService { api in
            let person = try await api.person()
            for (member, fault) in Self.onlyInTextCases {
                let rest = Self.good.members
                    .filter { !member.contains("\"\($0.key)\":") }
                    .map { "\"\($0.key)\":" + String(decoding: $0.value.bytes, as: UTF8.self) }
                let sample = "{" + (rest + [member]).joined(separator: ",") + "}"
                let answer = try await person.app.push(raw: #"{"samples":[\#(sample)]}"#)
                #expect(answer.outcomes == (fault.map { ["0 rejected \($0)"] } ?? []), "\(sample)")
            }
        }
    }

    @Test("A sample at the edge of what is allowed is taken")
    func edges() async throws {
        try await withService { api in
            let person = try await api.person()
            let day = steps("08:00", "08:10", 1)
            let answer = try await person.app.push(
                day.with(["start": "2025-11-28T08:10:00Z"]),
                day.with(["start": "2026-12-01T12:00:00Z", "end": "2026-12-01T12:00:00Z"]),
                day.with(["start": "0001-01-01T00:00:00Z", "end": "0001-01-01T00:00:00Z"]),
                day.with(["metadata": ["a": .string(String(repeating: "x", count: 16_384 - 8))]]),
                day.with(["created": "2026-12-01T12:00:00Z", "value": 1e18]),
                day.with(["device": ["name": .string(String(repeating: "n", count: 512))]])
            )
            #expect(answer.counts == "6/0/0")
        }
    }

    @Test("Without a decision sharing is not determined; after one without the type it is denied")
    func sharing() async throws {
        try await withService { api in
            let undecided = try await api.person(share: nil)
            let open = try await undecided.app.push(Self.good)
            #expect(open.outcomes == ["0 rejected authorizationNotDetermined type"])
            let person = try await api.person(share: ["heartRate"])
            let mixed = try await person.app.push(Self.good, heartRate("08:00", 60))
            #expect(mixed.counts == "1/0/1")
            #expect(mixed.outcomes == ["0 rejected sharingDenied type"])
        }
    }

    @Test("Sharing is judged first: what else is wrong is nobody's business")
    func sharingFirst() async throws {
        try await withService { api in
            let person = try await api.person(share: [])
            let answer = try await person.app.push(["type": "stepCount", "value": "x"])
            #expect(answer.outcomes == ["0 rejected sharingDenied type"])
        }
    }
}
