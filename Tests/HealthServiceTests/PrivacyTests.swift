import HTTPClient
import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

/// Reading that was refused is invisible: two worlds that differ only in what a client may not see
/// give it the same answers.
@Suite("Privacy", .offPool)
struct PrivacyTests {
    /// Every `GET` about a user's data, with the variants that could tell something.
    static let reads = [
        "samples?type=stepCount", "samples?type=stepCount&limit=1",
        "samples?type=stepCount&order=-start",
        "samples?type=stepCount&source=FOREIGN", "samples?type=heartRate",
        "samples?type=bodyMass", "samples?type=stepCount&userEntered=only",
        "samples?type=distanceWalkingRunning", "samples?type=stepCount&limit=1&order=-start",
        "samples?type=sleepAnalysis", "samples?type=sleepAnalysis&value=asleepCore",
        "samples?type=workout", "samples?type=workout&activityType=running&order=-start",
        "samples?type=bloodPressure", "samples?type=food&order=-start",
        "samples?type=bloodPressureSystolic", "samples?type=dietarySugar&limit=1",
        "samples/FOREIGN", "samples/00000000-0000-4000-8000-000000000001",
        "samples/00000000-0000-4000-8000-000000000002",
        "statistics/stepCount?RANGE", "statistics/stepCount?RANGE&options=sum,mostRecent",
        "statistics/stepCount?RANGE&options=separateBySource",
        "statistics/stepCount?RANGE&source=FOREIGN", "statistics/stepCount?RANGE&strict=start,end",
        "statistics/stepCount?RANGE&timeZone=recorded", "statistics/heartRate?RANGE",
        "statistics/bodyMass?RANGE", "statistics/moodRing?RANGE",
        "statistics/stepCount/collection?RANGE&interval=PT1H",
        "statistics/stepCount/collection?RANGE&interval=PT1H&options=separateBySource",
        "statistics/heartRate/collection?RANGE&interval=PT1H",
        "statistics/stepCount/explanation?RANGE", "statistics/heartRate/explanation?RANGE",
        "statistics/distanceWalkingRunning/explanation?RANGE",
        "statistics/stepCount?RANGE&options=duration,separateBySource",
        "statistics/heartRate?RANGE&options=mostRecent,duration",
        "statistics/heartRate?RANGE&options=mostRecent", "statistics/sleepAnalysis?RANGE",
        "statistics/sleepAnalysis?RANGE&options=duration,mostRecent,separateBySource",
        "statistics/sleepAnalysis?RANGE&options=mostRecent",
        "statistics/sleepAnalysis?RANGE&value=asleepCore,4",
        "statistics/sleepAnalysis?RANGE&value=inBed",
        "statistics/sleepAnalysis?RANGE&strict=start&userEntered=exclude",
        "statistics/sleepAnalysis/collection?RANGE&interval=PT1H&options=duration,mostRecent",
        "statistics/sleepAnalysis/collection?RANGE&interval=PT1H&timeZone=recorded",
        "statistics/sleepAnalysis/explanation?RANGE",
        "statistics/sleepAnalysis/explanation?RANGE&value=asleepDeep&timeZone=recorded",
        "statistics/stepCount/explanation?RANGE&strict=start&userEntered=exclude",
        "statistics/stepCount/explanation?RANGE&source=FOREIGN",
        "statistics/stepCount/explanation?RANGE&timeZone=recorded",
        "sources", "sources/order/stepCount", "sources/order/heartRate",
        "sources/order/stepCount/preview?RANGE",
        "sources/order/stepCount/preview?RANGE&interval=PT1H&disabled=FOREIGN",
        "sources/order/stepCount/preview?RANGE&order=FOREIGN",
        "sources/order/stepCount/preview?RANGE&order=CROWD",
        "sources/order/stepCount/preview?RANGE&order=OWN&disabled=CROWD",
        "sources/order/stepCount/preview?RANGE&order=OWN",
        "sources/order/stepCount/preview?RANGE&disabled=OWN",
        "sources/order/heartRate/preview?RANGE",
        "sources/order/distanceWalkingRunning/preview?RANGE",
        "changes", "changes?limit=1", "changes?type=stepCount", "changes?type=heartRate&limit=2",
        "changes?type=bloodPressure", "changes?type=HKCorrelationTypeIdentifierFood&limit=1",
        "sources/order/distanceWalkingRunning", "characteristics", "sources/order/sleepAnalysis",
    ]

    /// What a client was answered, as far as it can tell one answer from another.
    struct Observation: Equatable, CustomStringConvertible {
        let status: Int
        let headers: [String]
        let body: [UInt8]

        init(_ answer: Answer) {
            status = answer.status
            headers = answer.headers.pairs
                // What is left of a quota counts the caller's own requests (RateLimitTests.privacy).
                .filter { !["date", "x-request-id", "ratelimit"].contains($0.name.lowercased()) }
                .map { "\($0.name): \($0.value)" }
            body = Self.comparable(answer)
        }

        /// The body with everything that is random blotted out, at its length.
        private static func comparable(_ answer: Answer) -> [UInt8] {
            var text = String(decoding: answer.body, as: UTF8.self)
            for name in ["cursor", "anchor", "requestId"] {
                guard let random = answer[name].string else { continue }
                text = text.replacing(random, with: String(repeating: "*", count: random.count))
            }
            return Array(text.utf8)
        }

        var description: String {
            "\(status) \(headers) \(String(decoding: body, as: UTF8.self))"
        }
    }

    /// A user of a fixed id, the same in every world, with a client that may write but not read.
    func writer(_ api: TestAPI) async throws -> Person {
        let id = UserID(number: 0x1f2e_3d4c_5b6a_7988)
        let connection = try api.database.connect()
        try connection.script(
            """
            INSERT INTO users (id, time_zone) VALUES (\(id.number), 'Europe/Paris');
            INSERT INTO user_streams (user_id) VALUES (\(id.number));
            INSERT INTO clients (id, bundle_identifier, name) VALUES (1, 'com.example.own', 'Own');
            """
        )
        let grants: JSONTree = ["share": ["*"], "read": ["bodyMass"]]
        _ = try await api.admin.put("/v1/users/\(id)/grants/1", grants)
        return try await api.token(user: id.description, client: "1")
    }

    /// What the writer saves in both worlds, in two pushes; the second sees what came between.
    private static let ownSamples: [[JSONTree]] = [
        [
            steps("08:00", "08:30", 300, from: "shared", product: "iPhone15,2"),
            steps("08:10", "08:20", 50, from: "own"), heartRate("08:00", 60),
            steps("09:00", "09:10", 5), sleep("01:00", "02:00", 3), workout("11:00", "11:30"),
            bloodPressure("07:00", 121, 79),
        ],
        [
            steps("10:00", "10:10", 70, from: "late"), heartRate("10:00", 80),
            steps("10:10", "10:20", 70, from: "shared", product: "iPhone15,2"),
            food("12:00", ["dietarySugar": 10, "dietaryFiber": 2]), workout("12:00", "12:30"),
        ],
    ]

    /// What the writer sleeps in both worlds, laid into the store after its pushes.
    private static func ownSleep() throws -> [TestSample] {
        [
            try .sleep("01:00", "03:00", "asleepCore", from: "own", id: 0x01),
            try .sleep("02:30", "04:00", "asleepDeep", from: "shared", id: 0x02),
        ]
    }

    /// Fills the world with what the writer may not see.
    func crowd(_ api: TestAPI, _ person: Person) async throws {
        let others = [
            try await api.join(user: person.id), try await api.join(user: person.id, read: []),
        ]
        for (number, other) in others.enumerated() {
            let value = Double(number + 1)
            let renamed: JSONTree = [
                "source": [
                    "bundleIdentifier": "shared", "productType": "iPhone15,2",
                    "name": .string("Geheim other \(number)"), "version": "99",
                ]
            ]
            let typed: JSONTree = ["metadata": ["HKWasUserEntered": true]]
            let walk = steps("08:00", "08:30", value)
                .with(["type": "distanceWalkingRunning", "unit": "m"])
            let pushed = try await other.app.push(
                steps("07:00", "12:00", 31_337 * value, from: "watch", product: "Watch6,7"),
                steps("08:00", "08:30", 9_000 * value).with(renamed),
                steps("08:05", "08:06", value, from: "typed").with(typed),
                steps("08:00", "08:30", value, from: "late"),
                walk,
                heartRate("08:00", 200),
                steps("08:10", "08:20", 50, from: "own"),
                steps("09:00", "09:10", 5)
            )
            #expect(pushed.counts == "8/0/0")
            let named: JSONTree = ["batch": "named", "samples": [steps("13:00", "13:10", value)]]
            #expect(try await other.app.post("/v1/users/me/samples", named).counts == "1/0/0")
            try await crowdOtherKinds(other, number + 1)
            // An own source that was given no name must not get one from others.
            let nameless = steps("09:00", "09:10", 5, from: "com.example.own")
            #expect(try await other.app.push(nameless).counts == "1/0/0")
            let first = UInt64(number + 1) << 8
            try await api.save(
                [
                    .sleep("00:00", "09:00", "inBed", from: "watch", id: first),
                    .sleep("02:00", "05:00", "asleepDeep", from: "own", id: first + 1),
                    .sleep("06:00", "07:00", "awake", from: "typed", id: first + 2),
                ],
                of: other
            )
        }
        try await order(api, person)
        let facts: JSONTree = ["dateOfBirth": "1984-05-17", "bloodType": 5, "wheelchairUse": "yes"]
        let path = person.path("/characteristics")
        #expect(try await api.admin.put(path, facts).status == 200)
    }

    /// Saves samples of other kinds, the same as the writer's own among them, one each under an
    /// identifier that is asked for.
    private func crowdOtherKinds(_ other: Person, _ number: Int) async throws {
        let id: JSONTree = ["uuid": .string("00000000-0000-4000-8000-00000000000\(number)")]
        let pushed = try await other.app.push(
            sleep("01:00", "02:00", 3),
            sleep("02:00", "03:00", 4),
            workout("11:00", "11:30"),
            number == 1
                ? workout("13:00", "14:00").with(id) : bloodPressure("13:00", 140, 90).with(id),
            bloodPressure("07:00", 121, 79),
            food("12:00", ["dietarySugar": 10, "dietaryFiber": 2])
        )
        #expect(pushed.counts == "6/0/0")
    }

    /// Ranks and switches off sources that the writer has nothing to do with.
    private func order(_ api: TestAPI, _ person: Person) async throws {
        let sources = try await api.admin.get(person.path("/sources"))["sources"].elements
        func key(_ bundle: String) throws -> JSONTree {
            try #require(sources.first { $0["bundleIdentifier"].string == bundle })["id"]
        }
        for type in ["stepCount", "heartRate", "distanceWalkingRunning", "sleepAnalysis"] {
            let body: JSONTree = ["order": [try key("watch")], "disabled": [try key("typed")]]
            let path = person.path("/sources/order/\(type)")
            #expect(try await api.admin.put(path, body).status == 200)
        }
    }

    /// What a source is called, whether anybody has it or not.
    private func sourceID(_ bundle: String, _ product: String, of person: Person) -> String {
        let revision = SourceRevision(bundleIdentifier: bundle, productType: product)
        let identity = SourceIdentity(revision: revision, device: nil)
        return UserID(person.id).map { DerivedIdentifier.source(identity, of: $0).description }
            ?? ""
    }

    /// What the writer observes in a world: its pushes, then every read.
    ///
    /// The crowd comes before one of the pushes, or after the last; never where that is nil.
    private func observations(crowdBefore moment: Int?) async throws -> [(String, Observation)] {
        var observations: [(String, Observation)] = []
        try await withService { api in
            let person = try await writer(api)
            for (number, samples) in Self.ownSamples.enumerated() {
                if moment == number { try await crowd(api, person) }
                let answer = try await person.app.post(
                    "/v1/users/me/samples",
                    ["samples": .array(samples + samples)]
                )
                observations.append(("push \(number)", Observation(answer)))
            }
            if moment == Self.ownSamples.count { try await crowd(api, person) }
            try await api.save(try Self.ownSleep(), of: person)
            let source = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            for read in Self.reads {
                let target = read.replacing(
                    "RANGE",
                    with: "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
                )
                .replacing("FOREIGN", with: source)
                .replacing("OWN", with: sourceID("shared", "iPhone15,2", of: person))
                .replacing("CROWD", with: sourceID("watch", "Watch6,7", of: person))
                let answer = try await person.app.get("/v1/users/me/\(target)")
                observations.append((read, Observation(answer)))
            }
            observations += try await otherCalls(of: person, api)
        }
        return observations
    }

    @Test("Without read a client sees the same whether others are there or not, and since when")
    func sameWorld() async throws {
        let alone = try await observations(crowdBefore: nil)
        for moment in 0...Self.ownSamples.count {
            let crowded = try await observations(crowdBefore: moment)
            #expect(alone.count == crowded.count && alone.count > 25)
            for ((name, left), (_, right)) in zip(alone, crowded) {
                #expect(left == right, "\(name), crowd before \(moment)")
            }
        }
    }

    @Test("With read the same client sees the others, so that the comparison means something")
    func otherWorld() async throws {
        try await withService { api in
            let person = try await writer(api)
            try await crowd(api, person)
            let before = try await person.app.get("/v1/users/me/sources")
            #expect(before["sources"] == [])
            let grants: JSONTree = ["share": ["*"], "read": ["*"]]
            _ = try await api.admin.put(person.path("/grants/1"), grants)
            let after = try await person.app.get("/v1/users/me/sources")
            #expect(after["sources"].elements.count > 4)
            let path = "/v1/users/me/statistics/stepCount"
            let sum = try await person.app.send("GET", path, query: wholeDay)["sum"].number
            #expect((sum ?? 0) > 31_000)
        }
    }

    @Test("A client cannot compute what another's sample is called, to ask whether it is there")
    func unguessableIdentifiers() async throws {
        let sample = steps("08:00", "08:30", 300, from: "watch")
        var names: Set<String> = []
        for key in [1, 2] as [UInt8] {
            var settings = TestAPISettings()
            settings.sealingKey = Array(repeating: key, count: 32)
            try await withService(settings) { api in
                let person = try await writer(api)
                _ = try await person.app.push(sample)
                let again = try await person.app.push(sample)
                names.insert(try #require(again["outcomes"][0]["uuid"].string))
            }
        }
        #expect(names.count == 2)
    }

    @Test("Another user is answered as one that does not exist, whatever is asked")
    func otherUsers() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.person()
            _ = try await other.app.push(steps("08:00", "08:10", 1))
            let unknown = "00000000000000ff"
            var calls = Self.reads.map { ("GET", $0) }
            calls += [
                ("POST", "samples"), ("POST", "deletions"), ("PUT", "sources/order/stepCount"),
                ("PUT", "characteristics"),
            ]
            for (method, read) in calls {
                let target = read.replacing(
                    "RANGE",
                    with: "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
                )
                .replacing("FOREIGN", with: person.tokenID)
                let observations = try await [other.id, unknown, other.id.uppercased(), "x", "%00"]
                    .asyncMap { user in
                        Observation(
                            try await person.app.send(
                                method,
                                "/v1/users/\(user)/\(target)",
                                body: method == "GET" ? nil : Array("{}".utf8)
                            )
                        )
                    }
                #expect(observations.allSatisfy { $0 == observations[0] }, "\(method) \(read)")
                // What only admins may is refused before anybody's name is read.
                #expect(
                    observations[0].status == (method == "PUT" ? 403 : 404),
                    "\(method) \(read)"
                )
            }
        }
    }

    @Test("What may be read is decided type by type")
    func byType() async throws {
        try await withService { api in
            let owner = try await api.person()
            _ = try await owner.app.push(steps("08:00", "08:10", 7), heartRate("08:00", 60))
            let reader = try await api.join(user: owner.id, share: [], read: ["heartRate"])
            let steps = try await reader.app.get("/v1/users/me/samples", ("type", "stepCount"))
            #expect(steps["samples"] == [])
            let beats = try await reader.app.get("/v1/users/me/samples", ("type", "heartRate"))
            #expect(beats["samples"].elements.count == 1)
        }
    }
}

extension Sequence {
    /// Maps one after the other.
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var mapped: [T] = []
        for element in self { mapped.append(try await transform(element)) }
        return mapped
    }
}
