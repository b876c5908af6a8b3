import HTTPClient
import TestSupport
import Testing

/// What becomes of samples that are pushed.
@Suite("Pushing samples", .offPool)
struct PushTests {
    @Test("New samples are stored, known ones are duplicates, and nothing counts twice")
    func storedOnce() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = [steps("08:00", "08:10", 100), steps("09:00", "09:10", 300, from: "w")]
            let body: JSONTree = ["batch": "b1", "samples": .array(samples)]
            let first = try await person.app.post("/v1/users/me/samples", body)
            #expect(first.counts == "2/0/0" && first["batch"] == "b1" && first["outcomes"] == [])
            let second = try await person.app.post("/v1/users/me/samples", body.without("batch"))
            #expect(second.counts == "0/2/0")
            #expect(second.outcomes == ["0 duplicate", "1 duplicate"])
            let sum = try await person.app.send(
                "GET",
                "/v1/users/me/statistics/stepCount",
                query: wholeDay
            )
            #expect(sum["sum"] == 400)
        }
    }

    @Test("A batch half good and half bad keeps its good half")
    func halfGood() async throws {
        try await withService { api in
            let person = try await api.person()
            let answer = try await person.app.push(
                steps("08:00", "08:10", 1),
                steps("08:10", "08:05", 2),
                steps("09:00", "09:10", 3),
                "nonsense"
            )
            #expect(answer.counts == "2/0/2")
            #expect(
                answer.outcomes == [
                    "1 rejected endBeforeStart end", "3 rejected invalidField samples",
                ]
            )
        }
    }

    @Test("An atomic batch with a bad sample stores nothing, and one without stores all")
    func atomic() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = "/v1/users/me/samples"
            let good = steps("08:00", "08:10", 1)
            let mixed: JSONTree = ["atomic": true, "samples": [good, ["type": "stepCount"]]]
            let refused = try await person.app.post(path, mixed)
            #expect(refused.counts == "0/0/2")
            #expect(
                refused.outcomes == [
                    "0 rejected batchRejected", "1 rejected missingField start",
                ]
            )
            #expect(try await person.app.get("/v1/users/me/sources")["sources"] == [])
            let whole = try await person.app.post(path, ["atomic": true, "samples": [good]])
            #expect(whole.counts == "1/0/0")
        }
    }

    @Test("An atomic batch that conflicts with what is stored stores nothing")
    func atomicConflict() async throws {
        try await withService { api in
            let person = try await api.person()
            let id: JSONTree = ["uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"]
            _ = try await person.app.push(steps("08:00", "08:10", 1).with(id))
            let batch: JSONTree = [
                "atomic": true,
                "samples": [steps("09:00", "09:10", 1), steps("08:00", "08:10", 2).with(id)],
            ]
            let answer = try await person.app.post("/v1/users/me/samples", batch)
            #expect(
                answer.outcomes == [
                    "0 rejected batchRejected", "1 rejected uuidConflict uuid",
                ]
            )
        }
    }

    @Test("The same batch sent four times at once is stored once")
    func fourAtOnce() async throws {
        try await withService { api in
            let person = try await api.person()
            let samples = (0..<60).map { minute in
                steps("08:\(minute < 10 ? "0" : "")\(minute)", "09:00", 1)
            }
            let body: JSONTree = ["samples": .array(samples)]
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await person.app.post("/v1/users/me/samples", body) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.map(\.counts).sorted() == ["0/60/0", "0/60/0", "0/60/0", "60/0/0"])
        }
    }

    @Test("A uuid is the same in capitals, and is given back in small letters")
    func capitals() async throws {
        try await withService { api in
            let person = try await api.person()
            let large: JSONTree = ["uuid": "6F1C0F6E-1B1A-4D2C-9B1E-0A1B2C3D4E5F"]
            let small: JSONTree = ["uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"]
            let sample = steps("08:00", "08:10", 1)
            #expect(try await person.app.push(sample.with(large)).counts == "1/0/0")
            let again = try await person.app.push(sample.with(small))
            #expect(again.counts == "0/1/0" && again["outcomes"][0]["uuid"] == small["uuid"])
        }
    }

    @Test("A uuid that comes again with other content is a conflict")
    func conflict() async throws {
        let changes: [JSONTree] = [
            ["value": 2], ["end": .string(moment("08:11"))], ["type": "flightsClimbed"],
            ["source": ["bundleIdentifier": "other"]], ["metadata": ["a": 1]],
        ]
        try await withService { api in
            let person = try await api.person()
            let id: JSONTree = ["uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"]
            let sample = steps("08:00", "08:10", 1).with(id)
            #expect(try await person.app.push(sample, sample).counts == "1/1/0")
            for change in changes {
                let answer = try await person.app.push(sample.with(change))
                #expect(answer.outcomes == ["0 rejected uuidConflict uuid"], "\(change)")
            }
        }
    }

    @Test("The same content in another spelling is the same sample")
    func spelling() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample: JSONTree = [
                "type": "bodyMass", "start": "2026-11-29T08:00:00Z",
                "end": "2026-11-29T08:00:00Z", "value": 70.5, "unit": "kg",
            ]
            #expect(try await person.app.push(sample).counts == "1/0/0")
            let other = sample.with([
                "type": "HKQuantityTypeIdentifierBodyMass", "value": 70_500, "unit": "g",
                "start": "2026-11-29t09:00:00.000000+01:00", "end": "2026-11-29 08:00:00z",
                "source": nil, "device": [:], "created": nil,
            ])
            #expect(try await person.app.push(other).counts == "0/1/0")
        }
    }

    @Test("Zero and negative zero are one value")
    func negativeZero() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.push(steps("08:00", "08:10", 0)).counts == "1/0/0")
            #expect(try await person.app.push(steps("08:00", "08:10", -0.0)).counts == "0/1/0")
        }
    }

    @Test("An empty batch is an empty success")
    func empty() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.push().counts == "0/0/0")
            let type = "application/x-ndjson"
            #expect(try await person.app.push(raw: "", contentType: type).counts == "0/0/0")
            #expect(try await person.app.push(raw: "\n \r\n", contentType: type).counts == "0/0/0")
        }
    }

    @Test("An admin pushes for anyone, and has to name the source")
    func admin() async throws {
        try await withService { api in
            let person = try await api.person(share: [], read: [])
            let batch: JSONTree = [
                "samples": [steps("08:00", "08:10", 1), steps("09:00", "09:10", 1, from: "x")]
            ]
            let answer = try await api.admin.post(person.path("/samples"), batch)
            #expect(answer.outcomes == ["0 rejected missingField source"])
            let nobody = try await api.admin.post("/v1/users/00000000000000ff/samples", batch)
            #expect(nobody.summary == "404 userNotFound")
        }
    }

    @Test("What was pushed comes back whole")
    func roundTrip() async throws {
        try await withService { api in
            let person = try await api.person()
            let sample: JSONTree = [
                "uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f",
                "type": "HKQuantityTypeIdentifierStepCount",
                "start": "2026-11-29T08:00:00.250+01:00", "end": "2026-11-29T08:01:00-00:00",
                "value": 104.5, "unit": "count", "created": "2026-11-29T07:01:02.000001Z",
                "source": [
                    "bundleIdentifier": "com.example.phone", "name": "Geheim \u{1F47D} \"x\"\n",
                    "version": "17.1", "productType": "iPhone15,2",
                    "operatingSystemVersion": "17.1.1",
                ],
                "device": [
                    "name": "iPhone", "manufacturer": "Apple Inc.", "model": "iPhone",
                    "hardwareVersion": "iPhone15,2", "firmwareVersion": "1",
                    "softwareVersion": "17.1", "localIdentifier": "L", "udiDeviceIdentifier": "U",
                ],
                "metadata": ["a": "text", "b": 1.5, "c": true, "\u{E9}": ""],
            ]
            #expect(try await person.app.push(sample).counts == "1/0/0")
            let list = try await person.app.get("/v1/users/me/samples", ("type", "stepCount"))
            var returned = list["samples"][0]
            #expect(returned["source"]["id"] != .null)
            returned["source"] = returned["source"].without("id")
            #expect(returned == sample)
        }
    }
}
