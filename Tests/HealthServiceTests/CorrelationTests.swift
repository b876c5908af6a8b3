import HTTPClient
import HealthService
import TestSupport
import Testing

/// Correlations from the push to the page.
@Suite("Correlations", .offPool)
struct CorrelationTests {
    private static let path = "/v1/users/me/samples"
    private static let id: JSONTree = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"

    @Test("A blood pressure is one sample and two more, each of which names it")
    func bloodPressures() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample = bloodPressure("08:00", 121, 79).with(["uuid": Self.id])
            let pushed = try await person.app.push(sample)
            #expect(pushed.counts == "1/0/0")
            let page = try await person.app.get(Self.path, ("type", "bloodPressure"))
            #expect(page["samples"].elements.count == 1)
            let objects = page["samples"][0]["objects"].elements
            #expect(
                objects.compactMap { $0["type"].string } == [
                    "HKQuantityTypeIdentifierBloodPressureDiastolic",
                    "HKQuantityTypeIdentifierBloodPressureSystolic",
                ]
            )
            #expect(objects.compactMap { $0["value"].number } == [79, 121])
            #expect(objects.allSatisfy { $0["correlation"] == Self.id })
            for (place, type) in ["bloodPressureDiastolic", "bloodPressureSystolic"].enumerated() {
                let own = try await person.app.get(Self.path, ("type", type))
                #expect(own["samples"] == .array([objects[place]]))
                let id = try #require(objects[place]["uuid"].string)
                #expect(try await person.app.get("\(Self.path)/\(id)").json == objects[place])
            }
            let one = try await person.app.get("\(Self.path)/\(Self.id.string ?? "")")
            #expect(one.json == page["samples"][0])
        }
    }

    @Test("What an object does not say is the correlation's, what it says is its own")
    func inheritance() async throws {
        try await withService { api in
            let person = try await api.person()
            let around: JSONTree = [
                "created": "2026-11-29T09:00:00Z", "device": ["name": "Cuff"],
                "source": ["bundleIdentifier": "com.example.cuff", "version": "2"],
                "metadata": ["HKTimeZone": "Europe/Paris"],
            ]
            let own: JSONTree = [
                "start": "2026-11-29T07:59:00+03:00", "end": "2026-11-29T07:59:30+03:00",
                "created": "2026-11-29T10:00:00Z", "device": ["name": "Hand"],
                "source": ["bundleIdentifier": "com.example.hand"],
                "metadata": ["HKWasUserEntered": true],
            ]
            let sample = bloodPressure("08:00", 121, 79).with(around).with([
                "objects": [
                    object("bloodPressureSystolic", 121, "mmHg"),
                    object("bloodPressureDiastolic", 10, "kPa").with(own),
                ]
            ])
            #expect(try await person.app.push(sample).counts == "1/0/0")
            let page = try await person.app.get(Self.path, ("type", "bloodPressure"))
            let (diastolic, systolic) = (
                page["samples"][0]["objects"][0], page["samples"][0]["objects"][1]
            )
            #expect(systolic["start"] == "2026-11-29T09:00:00+01:00")
            #expect(systolic["end"] == systolic["start"])
            #expect(systolic["created"] == "2026-11-29T09:00:00Z")
            #expect(systolic["device"] == ["name": "Cuff"])
            #expect(systolic["source"]["version"] == "2" && systolic["metadata"] == .null)
            #expect(diastolic["start"] == "2026-11-29T07:59:00+03:00")
            #expect(diastolic["end"] == "2026-11-29T07:59:30+03:00")
            #expect(diastolic["created"] == "2026-11-29T10:00:00Z")
            #expect(diastolic["device"] == ["name": "Hand"])
            #expect(diastolic["source"]["bundleIdentifier"] == "com.example.hand")
            #expect(diastolic["metadata"] == ["HKWasUserEntered": true])
            #expect(abs((diastolic["value"].number ?? 0) - 75.006) < 0.001)
        }
    }

    @Test("What a food contains counts in statistics; repeating the push changes nothing")
    func foods() async throws {
        try await withService { api in
            let person = try await api.person()
            let apple = food("12:00", ["dietarySugar": 10, "dietaryFiber": 2])
            let pie = food("12:30", ["dietarySugar": 30])
            #expect(try await person.app.push(apple, pie).counts == "2/0/0")
            #expect(try await person.app.push(pie, apple).counts == "0/2/0")
            let path = "/v1/users/me/statistics/dietarySugar"
            #expect(try await person.app.send("GET", path, query: wholeDay)["sum"] == 40)
            let page = try await person.app.get(Self.path, ("type", "food"))
            #expect(page["samples"].elements.map { $0["objects"].elements.count } == [2, 1])
        }
    }

    @Test("Without a uuid its objects tell a correlation from others, in any order")
    func identity() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample = bloodPressure("08:00", 121, 79)
            let turned = sample.with(["objects": .array(sample["objects"].elements.reversed())])
            #expect(try await person.app.push(sample).counts == "1/0/0")
            #expect(try await person.app.push(turned).counts == "0/1/0")
            #expect(try await person.app.push(bloodPressure("08:00", 122, 80)).counts == "1/0/0")
        }
    }

    /// The objects of a blood pressure or a food, and what is wrong with them.
    private static let faults: [(type: String, objects: JSONTree, fault: String)] = [
        ("bloodPressure", nil, "missingField objects"),
        ("bloodPressure", [:], "invalidField objects"), ("food", [], "invalidField objects"),
        ("bloodPressure", [systolic], "invalidField objects"),
        ("bloodPressure", [systolic, systolic], "invalidField objects"),
        ("bloodPressure", [systolic, diastolic, diastolic], "invalidField objects"),
        ("bloodPressure", [systolic, sugar], "unsupportedType objects[1].type"),
        ("food", [sugar, systolic], "unsupportedType objects[1].type"),
        ("food", [sleep("08:00", "08:10", 3)], "unsupportedType objects[0].type"),
        ("food", [sugar, workout("08:00", "08:10")], "unsupportedType objects[1].type"),
        ("food", [food("08:00", ["dietarySugar": 1])], "unsupportedType objects[0].type"),
        ("food", [sugar, 1], "invalidField objects[1]"),
        ("food", [sugar, [:]], "missingField objects[1].type"),
        ("food", [["type": "moodRing"]], "unknownType objects[0].type"),
        ("food", [sugar.with(["value": nil])], "missingField objects[0].value"),
        ("food", [sugar.with(["value": -1])], "negativeValue objects[0].value"),
        ("food", [sugar.with(["unit": "km"])], "unitMismatch objects[0].unit"),
        ("food", [sugar.with(["start": "x"])], "invalidField objects[0].start"),
        (
            "food", [sugar.with(["start": .string(moment("13:00"))])],
            "endBeforeStart objects[0].end"
        ),
        ("food", [sugar.with(["source": [:]])], "missingField objects[0].source.bundleIdentifier"),
        ("food", [sugar.with(["metadata": ["a": [1]]])], "invalidField objects[0].metadata.a"),
        ("food", [sugar.with(["uuid": "x"])], "invalidField objects[0].uuid"),
        ("food", [sugar, sugar], "invalidField objects[1].uuid"),
        (
            "food", [sugar.with(["uuid": id]), sugar.with(["uuid": id, "value": 2])],
            "invalidField objects[1].uuid"
        ),
        (
            "food", .array((0..<257).map { sugar.with(["value": .number(Double($0))]) }),
            "invalidField objects"
        ),
    ]

    private static let systolic = object("bloodPressureSystolic", 121, "mmHg")
    private static let diastolic = object("bloodPressureDiastolic", 79, "mmHg")
    private static let sugar = object("dietarySugar", 1, "g")

    @Test("Every bad correlation is told apart, with the object at fault, and leaves nothing")
    func rejections() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = Self.faults.map { type, objects, _ in
                bloodPressure("12:00", 1, 1).with(["type": .string(type), "objects": objects])
            }
            let answer = try await person.app.post(Self.path, ["samples": .array(samples)])
            #expect(answer.outcomes.count == Self.faults.count)
            for (index, outcome) in answer.outcomes.enumerated() {
                let fault = Self.faults[index].fault
                #expect(outcome == "\(index) rejected \(fault)", "\(index)")
            }
            for type in ["food", "dietarySugar", "bloodPressureSystolic"] {
                #expect(try await person.app.get(Self.path, ("type", type))["samples"] == [])
            }
        }
    }

    @Test("Correlations inside correlations are refused at the first, however deep they go")
    func nested() async throws {
        try await withService { api in
            let person = try await api.person()
            var sample = Self.sugar
            for _ in 0..<13 {
                sample = food("12:00", [:]).with(["objects": [Self.sugar, sample]])
            }
            let answer = try await person.app.push(sample)
            #expect(answer.outcomes == ["0 rejected unsupportedType objects[1].type"])
            let deeper = food("12:00", [:]).with(["objects": [Self.sugar, sample]])
            let deepest = food("12:00", [:]).with(["objects": [deeper]])
            #expect(try await person.app.push(deepest).summary == "400 malformedJSON")
        }
    }

    @Test("An object cannot have the identifier of its correlation")
    func ownIdentifier() async throws {
        try await withService { api in
            let person = try await api.person()
            let answer = try await person.app.push(
                food("12:00", ["dietarySugar": 1]).with([
                    "uuid": Self.id, "objects": [Self.sugar.with(["uuid": Self.id])],
                ])
            )
            #expect(answer.outcomes == ["0 rejected invalidField objects[0].uuid"])
        }
    }

    @Test("256 objects are taken; a batch is bounded with what is inside it counted")
    func bounds() async throws {
        var settings = TestAPISettings()
        settings.limits.samplesPerBatch = 300
        try await withService(settings) { api in
            let person = try await api.person()
            func meal(_ time: String, _ count: Int) -> JSONTree {
                food(time, [:]).with([
                    "objects": .array(
                        (0..<count).map { Self.sugar.with(["value": .number(Double($0))]) }
                    )
                ])
            }
            #expect(try await person.app.push(meal("12:00", 256)).counts == "1/0/0")
            #expect(
                try await person.app.push(meal("13:00", 256), meal("14:00", 42)).counts == "2/0/0"
            )
            let answer = try await person.app.push(meal("15:00", 256), meal("16:00", 43))
            #expect(answer.summary == "400 batchTooLarge" || answer.summary == "413 batchTooLarge")
            let page = try await person.app.get(Self.path, ("type", "food"))
            #expect(
                page["samples"].elements.map { $0["objects"].elements.count } == [256, 256, 42]
            )
        }
    }

    @Test("Every type in it has to be shared, and that is judged first")
    func sharing() async throws {
        try await withService { api in
            let person = try await api.person(share: ["bloodPressureSystolic", "dietarySugar"])
            let answer = try await person.app.push(
                bloodPressure("08:00", 121, 79),
                food("08:00", ["dietarySugar": 1]),
                food("08:00", ["dietarySugar": 1, "dietaryFiber": 1]).with(["start": "x"])
            )
            #expect(
                answer.outcomes == [
                    "0 rejected sharingDenied objects[1].type",
                    "2 rejected sharingDenied objects[1].type",
                ]
            )
            let undecided = try await api.person(share: nil)
            let open = try await undecided.app.push(bloodPressure("08:00", 121, 79))
            #expect(open.outcomes == ["0 rejected authorizationNotDetermined objects[0].type"])
        }
    }

    @Test("A correlation type cannot be granted")
    func grants() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/grants/\(person.client)")
            for type in ["food", "HKCorrelationTypeIdentifierBloodPressure"] as [JSONTree] {
                for body in [["share": [type]], ["read": ["stepCount", type]]] as [JSONTree] {
                    let answer = try await api.admin.put(path, body)
                    #expect(answer.summary == "400 unsupportedType")
                }
            }
            let kinds: JSONTree = ["sleepAnalysis", "workout"]
            let answer = try await api.admin.put(path, ["share": kinds, "read": kinds])
            let full: JSONTree = [
                "HKCategoryTypeIdentifierSleepAnalysis", "HKWorkoutTypeIdentifier",
            ]
            #expect(answer["share"] == full && answer["read"] == full)
        }
    }
}
