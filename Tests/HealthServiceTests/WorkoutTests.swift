import HTTPClient
import HealthService
import TestSupport
import Testing

/// Workouts from the push to the page.
@Suite("Workouts", .offPool)
struct WorkoutTests {
    private static let path = "/v1/users/me/samples"

    /// A workout with everything that one can have.
    private static let whole = workout("08:00", "09:00", "HKWorkoutActivityTypeRunning").with([
        "uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f", "duration": 1770.5,
        "totalEnergyBurned": ["value": 1000, "unit": "cal"],
        "totalDistance": ["value": 5, "unit": "km"],
        "totalSwimmingStrokeCount": ["value": 7, "unit": "count"],
        "totalFlightsClimbed": ["value": 0, "unit": "count"],
        "events": [
            [
                "type": 1, "start": "2026-11-29T09:10:00+01:00",
                "metadata": ["n": 1.5, "b": true, "HKMetadataKeyTimeZone": "Europe/Paris"],
            ],
            ["type": "resume", "start": .string(moment("08:20"))],
            [
                "type": "HKWorkoutEventTypeLap", "start": .string(moment("08:30")),
                "end": .string(moment("08:40:00.000001")), "metadata": [:],
            ],
        ],
        "activities": [
            [
                "uuid": "6F1C0F6E-1B1A-4D2C-9B1E-0A1B2C3D4E60", "activityType": 46,
                "start": .string(moment("08:00")), "end": .string(moment("08:30")),
                "duration": 12.5,
            ],
            ["activityType": "cycling", "start": .string(moment("08:30")), "uuid": nil],
        ],
        "metadata": ["HKIndoorWorkout": true, "HKTimeZone": "Europe/Paris"],
    ])

    @Test("Everything a workout has comes back, with names, in canonical units, where it was")
    func roundTrip() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.push(Self.whole).counts == "1/0/0")
            let page = try await person.app.get(Self.path, ("type", "HKWorkoutTypeIdentifier"))
            let sample = page["samples"][0]
            #expect(sample["type"] == "HKWorkoutTypeIdentifier")
            #expect(sample["start"] == "2026-11-29T09:00:00+01:00")
            #expect(sample["activityType"] == "running")
            #expect(sample["duration"] == 1770.5)
            #expect(sample["totalEnergyBurned"] == ["value": 1, "unit": "kcal"])
            #expect(sample["totalDistance"] == ["value": 5000, "unit": "m"])
            #expect(sample["totalSwimmingStrokeCount"] == ["value": 7, "unit": "count"])
            #expect(sample["totalFlightsClimbed"] == ["value": 0, "unit": "count"])
            #expect(
                sample["events"] == [
                    [
                        "type": "pause", "start": "2026-11-29T09:10:00+01:00",
                        "metadata": ["n": 1.5, "b": true, "HKTimeZone": "Europe/Paris"],
                    ],
                    ["type": "resume", "start": "2026-11-29T09:20:00+01:00"],
                    [
                        "type": "lap", "start": "2026-11-29T09:30:00+01:00",
                        "end": "2026-11-29T09:40:00.000001+01:00",
                    ],
                ]
            )
            #expect(
                sample["activities"] == [
                    [
                        "uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e60", "activityType": "swimming",
                        "start": "2026-11-29T09:00:00+01:00", "end": "2026-11-29T09:30:00+01:00",
                        "duration": 12.5,
                    ],
                    ["activityType": "cycling", "start": "2026-11-29T09:30:00+01:00"],
                ]
            )
            #expect(sample["metadata"]["HKIndoorWorkout"] == true)
            #expect(sample["value"] == .null && sample["unit"] == .null)
        }
    }

    @Test("A workout has what it was given, and nothing else")
    func smallest() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(workout("08:00", "09:00", 37))
            let page = try await person.app.get(Self.path, ("type", "workout"))
            let sample = page["samples"][0]
            #expect(
                Set(sample.members.keys) == [
                    "uuid", "type", "start", "end", "activityType", "duration", "source",
                ]
            )
            #expect(sample["activityType"] == "running" && sample["duration"] == 3600)
        }
    }

    /// Pauses and resumptions at minutes after 08:00, with the minutes of activity until 09:00.
    private static let pauses: [(events: [(String, Int)], minutes: Double)] = [
        ([("pause", 10), ("resume", 20)], 50), ([("resume", 20), ("pause", 10)], 50),
        ([("pause", 50)], 50), ([("resume", 10)], 60), ([("pause", 10), ("pause", 20)], 10),
        ([("pause", 10), ("pause", 15), ("resume", 20), ("resume", 30)], 50),
        ([("pause", 10), ("resume", 20), ("pause", 20), ("resume", 30)], 40),
        ([("pause", 0), ("resume", 60)], 0), ([("motionPaused", 10), ("motionResumed", 20)], 60),
        ([("lap", 10), ("pause", 20), ("marker", 21), ("resume", 22)], 58),
        ([("pause", 10), ("resume", 10)], 60),
    ]

    @Test("Without a duration the time between pause and resumption does not count")
    func durations() async throws {
        try await withService { api in
            let person = try await api.person()
            for (number, example) in Self.pauses.enumerated() {
                let events = example.events.map { kind, minute -> JSONTree in
                    let time = minute == 60 ? "09:00" : "08:\(minute < 10 ? "0" : "")\(minute)"
                    return ["type": .string(kind), "start": .string(moment(time))]
                }
                let id: JSONTree = .string("00000000-0000-0000-0000-0000000000\(10 + number)")
                let sample = workout("08:00", "09:00").with(["uuid": id, "events": .array(events)])
                #expect(try await person.app.push(sample).counts == "1/0/0")
                let answer = try await person.app.get("\(Self.path)/\(id.string ?? "")")
                #expect(answer["duration"].number == example.minutes * 60, "\(example)")
            }
        }
    }

    /// How a workout differs from a good one, and what that is called.
    private static let faults: [(change: JSONTree, fault: String)] = [
        (["activityType": nil], "missingField activityType"),
        (["activityType": "jogging"], "valueNotInEnumeration activityType"),
        (["activityType": 0], "valueNotInEnumeration activityType"),
        (["activityType": [37]], "invalidField activityType"),
        (["duration": -1], "negativeValue duration"), (["duration": "1"], "invalidField duration"),
        (["duration": 31_622_401], "invalidField duration"),
        (["totalDistance": 5], "invalidField totalDistance"),
        (["totalDistance": ["value": 5]], "missingField totalDistance.unit"),
        (["totalDistance": ["unit": "m"]], "missingField totalDistance.value"),
        (["totalDistance": ["value": 5, "unit": "kcal"]], "unitMismatch totalDistance.unit"),
        (["totalDistance": ["value": -5, "unit": "m"]], "negativeValue totalDistance.value"),
        (["totalEnergyBurned": ["value": 5, "unit": "?"]], "invalidUnit totalEnergyBurned.unit"),
        (
            ["totalFlightsClimbed": ["value": "5", "unit": "count"]],
            "invalidField totalFlightsClimbed.value"
        ),
        (["events": "pause"], "invalidField events"), (["events": [1]], "invalidField events[0]"),
        (["events": [["start": .string(moment("08:10"))]]], "missingField events[0].type"),
        (["events": [event(1, "08:10"), ["type": 1]]], "missingField events[1].start"),
        (["events": [event(9, "08:10")]], "valueNotInEnumeration events[0].type"),
        (["events": [event(1, "07:59:59.999999")]], "invalidField events[0].start"),
        (
            ["events": [event(1, "08:00"), event(1, "09:00:00.000001")]],
            "invalidField events[1].start"
        ),
        (
            ["events": [event(1, "08:20").with(["end": .string(moment("08:10"))])]],
            "endBeforeStart events[0].end"
        ),
        (
            ["events": [event(1, "08:20").with(["end": .string(moment("09:10"))])]],
            "invalidField events[0].end"
        ),
        (["events": [event(1, "08:20").with(["end": "x"])]], "invalidField events[0].end"),
        (
            ["events": [event(1, "08:20").with(["metadata": ["a": [1]]])]],
            "invalidField events[0].metadata.a"
        ),
        (
            ["events": [event(1, "08:20").with(["metadata": ["a": 1e-13]])]],
            "invalidField events[0].metadata.a"
        ),
        (
            ["events": [event(1, "08:20").with(["metadata": "x"])]],
            "invalidField events[0].metadata"
        ),
        (["activities": [:]], "invalidField activities"),
        (
            ["activities": [["start": .string(moment("08:10"))]]],
            "missingField activities[0].activityType"
        ),
        (
            ["activities": [["activityType": 37, "start": .string(moment("08:10")), "uuid": "x"]]],
            "invalidField activities[0].uuid"
        ),
        (
            [
                "activities": [
                    ["activityType": 37, "start": .string(moment("08:10")), "duration": -1]
                ]
            ],
            "negativeValue activities[0].duration"
        ),
        (
            ["activities": [["activityType": 37, "start": .string(moment("07:10"))]]],
            "invalidField activities[0].start"
        ),
    ]

    private static func event(_ type: JSONTree, _ time: String) -> JSONTree {
        ["type": type, "start": .string(moment(time))]
    }

    @Test("Every bad workout is told apart, with the place of the fault")
    func rejections() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = Self.faults.map { workout("08:00", "09:00").with($0.change) }
            let answer = try await person.app.post(Self.path, ["samples": .array(samples)])
            #expect(answer.outcomes.count == Self.faults.count)
            for (index, outcome) in answer.outcomes.enumerated() {
                let example = Self.faults[index]
                #expect(outcome == "\(index) rejected \(example.fault)", "\(example.change)")
            }
        }
    }

    @Test("Events, activities and their bytes are bounded")
    func bounds() async throws {
        var settings = TestAPISettings()
        settings.limits.eventsPerWorkout = 3
        settings.limits.activitiesPerWorkout = 1
        settings.limits.detailsInBytes = 400
        try await withService(settings) { api in
            let person = try await api.person()
            let event = Self.event(1, "08:10")
            let activity: JSONTree = ["activityType": 37, "start": .string(moment("08:10"))]
            let large: JSONTree = ["metadata": ["a": .string(String(repeating: "x", count: 150))]]
            let answer = try await person.app.push(
                workout("08:00", "09:00").with(["events": [event, event, event]]),
                workout("08:00", "09:00").with(["events": [event, event, event, event]]),
                workout("08:00", "09:00").with(["activities": [activity, activity]]),
                workout("08:00", "09:00").with(["events": [event.with(large), event.with(large)]])
            )
            #expect(
                answer.outcomes == [
                    "1 rejected invalidField events", "2 rejected invalidField activities",
                    "3 rejected detailsTooLarge events",
                ]
            )
        }
    }

    @Test("Without a uuid the details tell workouts apart, whatever their spelling")
    func identity() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample = workout("08:00", "09:00").with([
                "totalDistance": ["value": 5000, "unit": "m"],
                "events": [Self.event("lap", "08:10").with(["metadata": ["a": 1, "b": "é"]])],
            ])
            let spelled = workout("08:00", "09:00", 37).with([
                "totalDistance": ["value": 5, "unit": "km"],
                "events": [
                    [
                        "type": "HKWorkoutEventTypeLap", "start": "2026-11-29T09:10:00+01:00",
                        "metadata": ["b": "é", "a": 1.0],
                    ]
                ],
            ])
            #expect(try await person.app.push(sample).counts == "1/0/0")
            #expect(try await person.app.push(spelled).counts == "0/1/0")
            let others = try await person.app.push(
                sample.with(["totalDistance": ["value": 6, "unit": "km"]]),
                sample.with(["events": []]),
                sample.with(["activityType": "walking"])
            )
            #expect(others.counts == "3/0/0")
        }
    }

    @Test("Under one uuid other details are a conflict, other spellings are not")
    func conflicts() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(Self.whole)
            let spelled = Self.whole.with([
                "activityType": 37, "totalDistance": ["value": 5000, "unit": "m"],
            ])
            #expect(try await person.app.push(spelled).counts == "0/1/0")
            let changes: [JSONTree] = [
                ["totalDistance": ["value": 5001, "unit": "m"]], ["activityType": "walking"],
                ["duration": 1], ["events": nil], ["activities": nil],
            ]
            for change in changes {
                let answer = try await person.app.push(Self.whole.with(change))
                #expect(answer.outcomes == ["0 rejected uuidConflict uuid"], "\(change)")
            }
        }
    }

    @Test("A list is narrowed to activities")
    func chosen() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                workout("08:00", "08:30", "running"),
                workout("09:00", "09:30", "swimming"),
                workout("10:00", "13:30", "running"),
                workout("11:00", "11:30", "yoga")
            )
            for (activity, starts) in [
                ("running", ["08:00", "10:00"]),
                ("46,HKWorkoutActivityTypeYoga", ["09:00", "11:00"]),
                ("cycling", []),
            ] {
                let query = [("type", "workout"), ("activityType", activity)]
                let page = try await person.app.send("GET", Self.path, query: query)
                let found = page["samples"].elements.compactMap { $0["start"].string }
                #expect(found == starts.map(moment), "\(activity)")
            }
        }
    }

    @Test("More workouts than are fetched at a time come in order, page by page")
    func manyWorkouts() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = (0..<70).map { number -> JSONTree in
                let minute = number % 60
                let time = "\(number < 60 ? "08" : "09"):\(minute < 10 ? "0" : "")\(minute)"
                return workout(time, "12:00").with(["duration": .number(Double(number))])
            }
            _ = try await person.app.post(Self.path, ["samples": .array(samples)])
            for limit in ["100", "70", "69", "33"] {
                var listed: [Double] = []
                var cursor: String?
                repeat {
                    var query = [("type", "workout"), ("limit", limit), ("order", "-start")]
                    if let cursor { query.append(("cursor", cursor)) }
                    let page = try await person.app.send("GET", Self.path, query: query)
                    listed += page["samples"].elements.compactMap { $0["duration"].number }
                    cursor = page["cursor"].string
                } while cursor != nil
                #expect(listed == (0..<70).reversed().map(Double.init), "\(limit)")
            }
        }
    }
}
