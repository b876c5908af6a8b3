import HTTPClient
import TestSupport
import Testing

/// Category samples from the push to the page.
@Suite("Category samples", .offPool)
struct CategoryTests {
    private static let path = "/v1/users/me/samples"

    @Test("A value comes by number, name or constant, and is answered as number and current name")
    func spellings() async throws {
        try await withService { api in
            let person = try await api.person()
            let spellings: [JSONTree] = [
                3, "asleepCore", "HKCategoryValueSleepAnalysisAsleepCore", 3.0, "inBed", 1,
                "asleep", "HKCategoryValueSleepAnalysisAsleep",
            ]
            let samples = spellings.enumerated().map { sleep("0\($0):00", "0\($0):30", $1) }
            let pushed = try await person.app.post(Self.path, ["samples": .array(samples)])
            #expect(pushed.counts == "8/0/0")
            let page = try await person.app.get(Self.path, ("type", "sleepAnalysis"))
            #expect(page["type"] == "HKCategoryTypeIdentifierSleepAnalysis")
            #expect(page["unit"] == .null)
            let listed = page["samples"].elements
            #expect(listed.compactMap { $0["value"].number } == [3, 3, 3, 3, 0, 1, 1, 1])
            #expect(
                listed.compactMap { $0["valueName"].string } == [
                    "asleepCore", "asleepCore", "asleepCore", "asleepCore", "inBed",
                    "asleepUnspecified", "asleepUnspecified", "asleepUnspecified",
                ]
            )
            #expect(listed.allSatisfy { $0["unit"] == .null })
        }
    }

    @Test("Without a uuid the spelling of the value makes no other sample")
    func identity() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.push(sleep("01:00", "02:00", 3)).counts == "1/0/0")
            let again = try await person.app.push(
                sleep("01:00", "02:00", "asleepCore"),
                sleep("01:00", "02:00", "asleepDeep")
            )
            #expect(again.counts == "1/1/0")
        }
    }

    /// How a sample differs from a good one, and what that is called.
    private static let faults: [(change: JSONTree, fault: String)] = [
        (["value": nil], "missingField value"), (["value": true], "invalidField value"),
        (["value": [3]], "invalidField value"), (["value": 6], "valueNotInEnumeration value"),
        (["value": -1], "valueNotInEnumeration value"),
        (["value": 2.5], "valueNotInEnumeration value"),
        (["value": 1e300], "valueNotInEnumeration value"),
        (["value": "3"], "valueNotInEnumeration value"),
        (["value": ""], "valueNotInEnumeration value"),
        (["value": "mild"], "valueNotInEnumeration value"),
        (["value": "asleepCore\u{0}"], "valueNotInEnumeration value"),
        (["unit": "count"], "unitMismatch unit"), (["unit": ""], "unitMismatch unit"),
        (["end": "2026-11-29T00:00:00Z"], "endBeforeStart end"),
    ]

    @Test("What is no value of the enumeration is refused, and so is a unit")
    func rejections() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = Self.faults.map { sleep("01:00", "02:00", 3).with($0.change) }
            let answer = try await person.app.post(Self.path, ["samples": .array(samples)])
            #expect(
                answer.outcomes
                    == Self.faults.enumerated().map { "\($0) rejected \($1.fault)" }
            )
            let huge =
                #"{"samples":[{"type":"sleepAnalysis","start":"2026-11-29T01:00:00Z","#
                + #""end":"2026-11-29T01:00:00Z","value":1e999}]}"#
            let text = try await person.app.push(raw: huge)
            #expect(text.outcomes == ["0 rejected valueNotInEnumeration value"])
        }
    }

    @Test("A list is narrowed to values, on every page of it")
    func chosen() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = (0..<10).map { sleep("0\($0):00", "0\($0):30", .number(Double($0 % 5))) }
            _ = try await person.app.post(Self.path, ["samples": .array(samples)])
            for (value, expected) in [
                ("3", [3, 8]), ("asleepCore,0", [0, 3, 5, 8]),
                ("HKCategoryValueSleepAnalysisAwake", [2, 7]), ("5", []),
            ] as [(String, [Int])] {
                for order in ["start", "-start"] {
                    var starts: [String] = []
                    var cursor: String?
                    repeat {
                        var query = [("type", "sleepAnalysis"), ("value", value), ("limit", "1")]
                        query.append(("order", order))
                        if let cursor { query.append(("cursor", cursor)) }
                        let page = try await person.app.send("GET", Self.path, query: query)
                        starts += page["samples"].elements.compactMap { $0["start"].string }
                        cursor = page["cursor"].string
                    } while cursor != nil
                    let places = order == "start" ? expected : expected.reversed()
                    #expect(starts == places.map { moment("0\($0):00") }, "\(value) \(order)")
                }
            }
        }
    }

    @Test("A choice that the type does not have is refused with its parameter")
    func badChoices() async throws {
        try await withService { api in
            let person = try await api.person()
            let cases: [(query: String, answer: String, field: String)] = [
                ("type=sleepAnalysis&value=6", "400 invalidParameter", "value"),
                ("type=sleepAnalysis&value=mild", "400 invalidParameter", "value"),
                ("type=sleepAnalysis&value=", "400 invalidParameter", "value"),
                ("type=sleepAnalysis&activityType=37", "400 invalidParameter", "activityType"),
                ("type=stepCount&value=1", "400 invalidParameter", "value"),
                ("type=workout&value=1", "400 invalidParameter", "value"),
                ("type=workout&activityType=jogging", "400 invalidParameter", "activityType"),
                ("type=food&activityType=37", "400 invalidParameter", "activityType"),
                ("type=sleepAnalysis&unit=min", "400 unitMismatch", "unit"),
                ("type=workout&unit=s", "400 unitMismatch", "unit"),
                ("type=bloodPressure&unit=mmHg", "400 unitMismatch", "unit"),
            ]
            for (query, answer, field) in cases {
                let answered = try await person.app.get("\(Self.path)?\(query)")
                #expect(answered.summary == answer, "\(query)")
                #expect(answered["field"].string == field, "\(query)")
            }
        }
    }
}
